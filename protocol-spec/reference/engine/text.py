"""Trade texts (rules.md C.3): who speaks of which card when, and what an announced card does."""

from cards import associations_each, faces, in_play, kind_has_text
from engine.facts import is_awake, operation, others_from_left, require
from wire import Phase, Pick, Ring, Then


def other(card):
    return "answer" if card == "offered" else "offered"


def receiver(trade, card):
    return trade.responder if card == "offered" else trade.offerer


def giver(trade, card):
    return trade.offerer if card == "offered" else trade.responder


def first(options, trade):
    return "answer" if trade.demanded and options.diplomat_demanded_first else "offered"


def speaker(options, trade, card):
    """Its receiver; with smuggling its giver, who may suppress it."""
    return giver(trade, card) if options.smuggling else receiver(trade, card)


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
    [action] = entries.values()
    say(progress, phase.trade, phase.card, action.text)


def say(progress, trade, card, kind):
    if kind is None:
        done(progress, trade, card)
    elif progress.state.options.tome_coat_optional and kind in ("tome", "coat"):
        progress.state.phase = Phase.Consent(trade=trade, card=card, kind=kind)
    else:
        run(progress, trade, card, kind)


def judge_consent(_state, _seat, action):
    require(action.tag == "UseText", "not asked for")
    return []


def resolve_consent(progress, phase, entries):
    [action] = entries.values()
    if action.using:
        run(progress, phase.trade, phase.card, phase.kind)
    else:
        done(progress, phase.trade, phase.card)


def run(progress, trade, card, kind):
    """The giver of an announced card executes its text."""
    state = progress.state
    if kind == "secret_bag":
        progress.draw(giver(trade, card))
        progress.settle_limit(giver(trade, card), 0, following(state.options, trade, card))
    elif kind in ("privilege", "monocle"):
        look = "association" if kind == "monocle" else "hand"
        state.phase = Phase.Execution(trade=trade, card=card, look=look)
    elif kind == "sextant" and state.options.sextant_last and card == first(state.options, trade):
        progress.go_on(Then.Text(trade=trade.but(sextant=card), card=other(card)))
    elif kind == "sextant":
        state.phase = Phase.Direction(trade=trade, card=card)
    elif kind == "tome":
        state.phase = Phase.Swap(trade=trade, card=card)
    elif state.spares == 0:
        done(progress, trade, card)
    else:
        progress.group.append(operation("Look", pile="spares", to=giver(trade, card)))
        state.phase = Phase.Exchange(trade=trade, card=card)


def following(options, trade, card):
    """What follows the text of a card; a Sextant that has waited for the other text is the last."""
    if trade.sextant == card:
        return Then.TradeOver(trade=trade.but(sextant=None))
    if card == first(options, trade):
        return Then.Text(trade=trade, card=other(card))
    return Then.TradeOver(trade=trade)


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
    [action] = entries.values()
    if action.tag == "ShuffleAssociations":
        owner, by = receiver(phase.trade, phase.card), giver(phase.trade, phase.card)
        pick = Pick(owner=owner, by=by, text=(phase.trade, phase.card))
        progress.state.phase = Phase.AssociationPick(pick=pick)
    else:
        done(progress, phase.trade, phase.card)


def judge_pick(state, _seat, action):
    require(action.tag == "PickAssociation", "not asked for")
    require(action.place < associations_each(state.options), "no such place")
    return []


def resolve_pick(progress, phase, entries):
    [action] = entries.values()
    progress.state.phase = Phase.AssociationShow(pick=phase.pick, place=action.place)


def judge_show(state, _seat, action):
    require(action.tag == "ShowAssociation", "not asked for")
    pick = state.phase.pick
    return [operation("ShowAssociation", owner=pick.owner, place=state.phase.place, to=pick.by)]


def resolve_show(progress, phase, _entries):
    if phase.pick.text is None:
        progress.end_turn()
    else:
        done(progress, *phase.pick.text)


def judge_direction(_state, _seat, action):
    require(action.tag == "Direct", "not asked for")
    return []


def resolve_direction(progress, phase, entries):
    [action] = entries.values()
    progress.state.phase = Phase.Pledges(ring=Ring(trade=phase.trade, card=phase.card, side=action.side))


def judge_pledge(_state, seat, action):
    require(action.tag == "Pledge", "not asked for")
    return [operation("Pledge", owner=seat)]


def resolve_pledges(progress, phase, _entries):
    progress.state.phase = Phase.Passing(ring=phase.ring)


def neighbour(state, seat, side):
    """The next awake seat on a side."""
    others = [other for other in others_from_left(state, seat) if is_awake(state, other)]
    return others[0] if side == "left" else others[-1]


def judge_passing(state, seat, action):
    require(action.tag == "PassOn", "not asked for")
    to = neighbour(state, seat, state.phase.ring.side)
    return [operation("TransferLayered", owner=seat, to=to, what="pledged")]


def resolve_passing(progress, phase, _entries):
    progress.group.append(operation("Strip"))
    done(progress, phase.ring.trade, phase.ring.card)


def judge_swap(state, seat, action):
    require(action.tag == "SwapOccupation", "not asked for")
    trade = state.phase.trade
    to = trade.responder if seat == trade.offerer else trade.offerer
    return [operation("TransferLayered", owner=seat, to=to, what="occupation")]


def resolve_swap(progress, phase, entries):
    for seat in entries:
        progress.seat(seat).occupation = None
    progress.group.append(operation("Strip"))
    done(progress, phase.trade, phase.card)


def judge_exchange(state, seat, action):
    require(action.tag == "Exchange", "not asked for")
    give_back = operation("ReturnOccupation", owner=seat)
    shuffle = [operation("ShufflePile", owner=seat, pile="spares", place=place) for place in (0, 1)]
    if state.options.coat_may_keep_own:
        return [give_back, shuffle[0]]
    return [shuffle[0], give_back, shuffle[1]]


def resolve_exchange(progress, phase, entries):
    [seat] = entries
    progress.seat(seat).occupation = None
    progress.group.append(operation("DrawSpare", to=seat))
    done(progress, phase.trade, phase.card)
