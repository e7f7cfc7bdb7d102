"""Team declaration, prophecy and personal win (rules.md C.8, walk.md decisions 2 and 13)."""

from cards import BAGS, ascending, association_copies, is_mixed, key_faces, membership_cards, membership_count
from cards import most_members, other_association
from engine.facts import awake, only, operation, require, seats_of
from wire import ASSOCIATIONS, MOST_COUNTED, Declaration, Outcome, Phase

FULL_SET = 3


def require_named(state, seat, named):
    require(named & ~(awake(state) & ~only(seat)) == 0, "may not be named")


def require_membership(state, seat, membership):
    """As many cards as a seat has, and no contradiction to what lies open."""
    require(is_mixed(membership) == state.options.three_player_mixed, "contradiction")
    own = state.seats[seat].membership
    if own is not None:
        require(own == membership, "contradiction")
        return
    for side in ASSOCIATIONS:
        opened = sum(membership_count(other.membership, side) for other in state.seats if other.membership)
        require(opened + membership_count(membership, side) <= association_copies(state.options), "contradiction")


def require_occupation(state, seat, occupation):
    own = state.seats[seat].occupation
    if own is not None:
        require(own == occupation, "contradiction")
    else:
        require(all(other.occupation != occupation for other in state.seats), "contradiction")


def copies_fit(items):
    return all(items.count(item) <= (1 if item in BAGS else 3) for item in items)


def require_items(state, seat, side, items):
    counted = key_faces(side, state.pile == 0)
    fits = all(item in counted for item in items) and ascending(items) and copies_fit(items)
    require(fits and len(items) <= state.seats[seat].hand, "wrong items")


def open_membership(owner, membership):
    if is_mixed(membership):
        return operation("OpenAssociations", owner=owner, faces=membership_cards(membership))
    return operation("OpenSlot", owner=owner, deck="associations", face=membership.side)


def open_items(owner, items, lacked):
    return [
        operation("OpenObjects", owner=owner, faces=items),
        operation("Claim", prover=owner, claim="lacks faces", after=len(items), faces=lacked),
    ]


def judge_opening(state, seat, action, side, lacked):
    require_membership(state, seat, action.membership)
    require_occupation(state, seat, action.occupation)
    require_items(state, seat, side, action.items)
    return [
        open_membership(seat, action.membership),
        operation("OpenSlot", owner=seat, deck="occupations", face=action.occupation),
        *open_items(seat, action.items, lacked),
    ]


def judge_team(state, seat, action):
    require_named(state, seat, action.named)
    require(action.items and counts_fit(state, action), "wrong items")
    side = action.membership.side
    return judge_opening(state, seat, action, side, key_faces(side, state.pile == 0) + ["pearl"])


def counts_fit(state, action):
    """With claimCounts one number for each named seat; else none."""
    counts = action.counts
    if not state.options.claim_counts:
        return counts == []
    owned = 4 if state.pile == 0 else 3
    each = len(counts) == len(seats_of(action.named)) and all(counts)
    return each and sum(counts) + len(action.items) <= owned


def judge_prophecy(state, seat, action):
    require(state.options.prophecy, "not at this table")
    require_named(state, seat, action.named)
    require_membership(state, seat, action.membership)
    return [open_membership(seat, action.membership), *open_items(seat, [], ["pearl"])]


def judge_solo(state, seat, action):
    counted = {face for side in ASSOCIATIONS for face in key_faces(side, state.pile == 0)}
    items = action.items
    fits = len(items) == FULL_SET and ascending(items) and all(item in counted for item in items)
    require(fits and copies_fit(items) and state.seats[seat].hand > FULL_SET, "wrong items")
    ops = [operation("OpenObjects", owner=seat, faces=items + ["loge"])]
    if state.options.pearl_blocks_solo:
        ops.append(operation("Claim", prover=seat, claim="lacks faces", after=FULL_SET + 1, faces=["pearl"]))
    return ops


def begin_team(progress, seat, action):
    known = progress.seat(seat)
    known.membership, known.occupation, known.key_items = action.membership, action.occupation, len(action.items)
    side = action.membership.side
    counts = (action.counts + [0] * MOST_COUNTED)[:MOST_COUNTED]
    ask_named(progress, start(seat, (side, side), action.named, counts, len(action.items)))


def begin_prophecy(progress, seat, action):
    progress.seat(seat).membership = action.membership
    side = action.membership.side
    sides = (side, other_association(side))
    ask_named(progress, start(seat, sides, action.named, [0] * MOST_COUNTED, 0))


def start(seat, sides, named, counts, items):
    own, association = sides
    return Declaration(
        declarer=seat,
        own=own,
        association=association,
        named=named,
        counts=counts,
        items=items,
        sound=True,
        bare=False,
    )


def ask_named(progress, declaration):
    if not declaration.named:
        ask_closing(progress, declaration)
    elif declaration.named & ~awake(progress.state):
        progress.end_game(Outcome.Unsettled())
    else:
        progress.state.phase = Phase.Named(declaration=declaration)


def judge_named(state, seat, action):
    require(action.tag == "OpenNamed", "not asked for")
    side = state.phase.declaration.association
    return judge_opening(state, seat, action, side, key_faces(side, state.pile == 0))


def resolve_named(progress, phase, entries):
    claim = phase.declaration
    said = dict(zip(seats_of(claim.named), claim.counts))
    for seat, action in entries.items():
        known, held = progress.seat(seat), len(action.items)
        known.membership, known.occupation, known.key_items = action.membership, action.occupation, held
        fits = action.membership.side == claim.association and held >= said.get(seat, 0)
        claim = claim.but(sound=claim.sound and fits, bare=claim.bare or held == 0, items=claim.items + held)
    if all(progress.seat(seat).membership for seat in seats_of(claim.named)):
        ask_closing(progress, claim)
    else:
        # A named companion who did not open leaves the claim unsettled (walk.md decision 13).
        progress.end_game(Outcome.Unsettled())


def ask_closing(progress, claim):
    if awake(progress.state) & ~(claim.named | only(claim.declarer)):
        progress.state.phase = Phase.Closing(declaration=claim)
    else:
        conclude(progress, claim)


def opens_items(state, claim, membership):
    """With strictNaming, who is of the side of a team declaration opens its key items in the closing round."""
    return state.options.strict_naming and claim.own == claim.association == membership.side


def judge_closing(state, seat, action):
    require(action.tag == "OpenAssociation", "not asked for")
    claim = state.phase.declaration
    require_membership(state, seat, action.membership)
    ops = [open_membership(seat, action.membership)]
    if opens_items(state, claim, action.membership):
        require_items(state, seat, claim.association, action.items)
        return ops + open_items(seat, action.items, key_faces(claim.association, state.pile == 0))
    require(not action.items, "wrong items")
    return ops


def resolve_closing(progress, phase, entries):
    claim = phase.declaration
    for seat, action in entries.items():
        known = progress.seat(seat)
        known.membership, known.key_items = action.membership, len(action.items)
        # An unnamed companion with a key item: with strictNaming the claim is false (E73).
        claim = claim.but(sound=claim.sound and not action.items)
    conclude(progress, claim)


def conclude(progress, claim):
    state = progress.state
    holds = verdict(state, claim)
    if holds is None:
        progress.end_game(Outcome.Unsettled())
        return
    winning = claim.own if holds else other_association(claim.own)
    members = [seat for seat, known in enumerate(state.seats) if known.membership and known.membership.side == winning]
    progress.end_game(
        Outcome.Won(
            association=winning,
            winners=sum(only(seat) for seat in members),
            declarer=claim.declarer,
            holds=holds,
            items=state.seats[claim.declarer].key_items,
        )
    )


def verdict(state, claim):
    """Whether the claim is true, or None if what lies open does not settle it."""
    drinks = state.options.seats % 2 == 1
    stacking = drinks and state.options.drink_stacking
    if not claim.sound or claim.items == 0 or (claim.bare and not stacking):
        return False
    short = max(FULL_SET - claim.items, 0)
    claimers = len(seats_of(claim.named)) + (claim.own == claim.association)
    replaced = claimers if stacking else int(drinks)
    if short == 0 and not claim.bare:
        return True
    return is_minority(state, claim.association) if short <= replaced else False


def is_minority(state, side):
    """Whether a side has fewer members, if the open associations tell."""

    def members(side):
        return sum(known.membership is not None and known.membership.side == side for known in state.seats)

    most = most_members(state.options)
    if members(side) >= most:
        return False
    return True if members(other_association(side)) >= most else None
