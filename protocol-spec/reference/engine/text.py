"""Trade texts (rules.md C.3): who speaks of which card when, and what an announced card does."""

from cards import associations_each, faces, in_play, kind_has_text
from engine.facts import all_awake, is_awake, one, operation, others_from_left, require
from engine.trades import first, following, giver, other, receiver
from wire import Phase, Pick, Ring, Then


def claim(state, card, prover, kind):
    """What must be proven for what is said about a card."""
    if kind is None:
        if state.options.smuggling:
            return []
        return [operation("Claim", prover=prover, claim="silent", card=card, pile_empty=state.pile == 0)]
    empty = state.pile == 0
    require(kind_has_text(kind, empty) and in_play(state.options.seats, kind), "no text")
    return [operation("Claim", prover=prover, claim="announced kind", card=card, faces=faces(kind, empty))]


def judge_text(state, seat, action):
    require(action.tag == "Text", "not asked for")
    return claim(state, state.phase.card, seat, action.text)


def resolve_text(progress, phase, entries):
    action = one(entries)
    if action is None:
        done(progress, phase.trade, phase.card)
    else:
        say(progress, phase.trade, phase.card, action.text)


def say(progress, trade, card, kind):
    if kind is None:
        done(progress, trade, card)
    elif not progress.state.options.tome_coat_optional or kind not in ("tome", "coat"):
        run(progress, trade, card, kind)
    elif is_awake(progress.state, giver(trade, card)):
        progress.state.phase = Phase.Consent(trade=trade, card=card, kind=kind)
    else:
        done(progress, trade, card)


def judge_consent(_state, _seat, action):
    require(action.tag == "UseText", "not asked for")
    return []


def resolve_consent(progress, phase, entries):
    action = one(entries)
    if action is not None and action.using:
        run(progress, phase.trade, phase.card, phase.kind)
    else:
        done(progress, phase.trade, phase.card)


def run(progress, trade, card, kind):
    """The giver of an announced card executes its text; whoever sleeps and is needed for it is passed over."""
    state = progress.state
    if kind == "secret_bag":
        progress.draw(giver(trade, card))
        progress.settle_limit(giver(trade, card), 0, following(state.options, trade, card))
    elif kind == "sextant" and state.options.sextant_last and card == first(state.options, trade):
        progress.go_on(Then.Text(trade=trade.but(sextant=card), card=other(card)))
    elif not can_run(state, trade, card, kind):
        done(progress, trade, card)
    elif kind in ("privilege", "monocle"):
        look = "association" if kind == "monocle" else "hand"
        state.phase = Phase.Execution(trade=trade, card=card, look=look)
    elif kind == "sextant":
        state.phase = Phase.Direction(trade=trade, card=card)
    elif kind == "tome":
        state.phase = Phase.Swap(trade=trade, card=card)
    else:
        progress.group.append(operation("Look", pile="spares", to=giver(trade, card)))
        state.phase = Phase.Exchange(trade=trade, card=card)


def can_run(state, trade, card, kind):
    if kind == "coat" and state.spares == 0:
        return False
    needed = [giver(trade, card)]
    if kind in ("privilege", "monocle", "tome"):
        needed.append(receiver(trade, card))
    return all_awake(state, needed)


def done(progress, trade, card):
    progress.go_on(following(progress.state.options, trade, card))


def judge_execution(state, _seat, action):
    phase, mixed = state.phase, state.options.three_player_mixed
    owner, to = receiver(phase.trade, phase.card), giver(phase.trade, phase.card)
    if phase.look == "hand" and action.tag == "ShowHand":
        return [operation("ShowHand", owner=owner, to=to)]
    if phase.look == "association" and action.tag == "ShowAssociation" and not mixed:
        return [operation("ShowSlot", owner=owner, slot="association", to=to)]
    require(phase.look == "association" and action.tag == "ShuffleAssociations" and mixed, "not asked for")
    return [operation("ShuffleAssociations", owner=owner)]


def resolve_execution(progress, phase, entries):
    action = one(entries)
    if action is not None and action.tag == "ShuffleAssociations":
        owner, by = receiver(phase.trade, phase.card), giver(phase.trade, phase.card)
        ask_pick(progress, Pick(owner=owner, by=by, text=(phase.trade, phase.card)))
    else:
        done(progress, phase.trade, phase.card)


def ask_pick(progress, pick):
    if is_awake(progress.state, pick.by):
        progress.state.phase = Phase.AssociationPick(pick=pick)
    else:
        look_over(progress, pick)


def look_over(progress, pick):
    """The look at one of three associations is over, or nothing came of it."""
    if pick.text is None:
        progress.end_turn()
    else:
        done(progress, *pick.text)


def judge_pick(state, _seat, action):
    require(action.tag == "PickAssociation", "not asked for")
    require(action.place < associations_each(state.options), "no such place")
    return []


def resolve_pick(progress, phase, entries):
    action = one(entries)
    if action is not None and is_awake(progress.state, phase.pick.owner):
        progress.state.phase = Phase.AssociationShow(pick=phase.pick, place=action.place)
    else:
        look_over(progress, phase.pick)


def judge_show(state, _seat, action):
    require(action.tag == "ShowAssociation", "not asked for")
    pick = state.phase.pick
    return [operation("ShowAssociation", owner=pick.owner, place=state.phase.place, to=pick.by)]


def resolve_show(progress, phase, _entries):
    look_over(progress, phase.pick)


def judge_direction(_state, _seat, action):
    require(action.tag == "Direct", "not asked for")
    return []


def resolve_direction(progress, phase, entries):
    action = one(entries)
    if action is None:
        done(progress, phase.trade, phase.card)
    else:
        progress.state.phase = Phase.Pledges(ring=Ring(trade=phase.trade, card=phase.card, side=action.side))


def judge_pledge(_state, seat, action):
    require(action.tag == "Pledge", "not asked for")
    return [operation("Pledge", owner=seat)]


def resolve_pledges(progress, phase, entries):
    if len(entries) == progress.owing_count:
        progress.state.phase = Phase.Passing(ring=phase.ring)
    else:
        release(progress, phase.ring, entries)


def release(progress, ring, seats):
    """Somebody fell asleep before all transfers were in: all who are awake pledge again."""
    progress.after += [operation("Release", owner=seat) for seat in seats]
    progress.state.phase = Phase.Pledges(ring=ring)


def neighbour(state, seat, side):
    """The next awake seat on a side."""
    others = [other for other in others_from_left(state, seat) if is_awake(state, other)] or [seat]
    return others[0] if side == "left" else others[-1]


def judge_passing(state, seat, action):
    require(action.tag == "PassOn", "not asked for")
    to = neighbour(state, seat, state.phase.ring.side)
    return [operation("TransferLayered", owner=seat, to=to, what="pledged")]


def resolve_passing(progress, phase, entries):
    if len(entries) < progress.owing_count:
        release(progress, phase.ring, progress.owing_seats)
        return
    progress.group.append(operation("Strip"))
    done(progress, phase.ring.trade, phase.ring.card)


def judge_swap(state, seat, action):
    require(action.tag == "SwapOccupation", "not asked for")
    trade = state.phase.trade
    to = trade.responder if seat == trade.offerer else trade.offerer
    return [operation("TransferLayered", owner=seat, to=to, what="occupation")]


def resolve_swap(progress, phase, entries):
    if len(entries) == 2:
        for seat in entries:
            progress.seat(seat).occupation = None
        progress.group.append(operation("Strip"))
    else:
        progress.after += [operation("Release", owner=seat) for seat in entries]
    done(progress, phase.trade, phase.card)


def judge_exchange(state, seat, action):
    require(action.tag == "Exchange", "not asked for")
    give_back = operation("ReturnOccupation", owner=seat)
    shuffle = [operation("ShufflePile", owner=seat, pile="spares", place=place) for place in (0, 1)]
    if state.options.coat_may_keep_own:
        return [give_back, shuffle[0]]
    return [shuffle[0], give_back, shuffle[1]]


def resolve_exchange(progress, phase, entries):
    for seat in entries:
        progress.seat(seat).occupation = None
        progress.group.append(operation("DrawSpare", to=seat))
    done(progress, phase.trade, phase.card)
