"""What a winner gets, and gifts because of the hand limit (rules.md C.5, C.7)."""

from cards import hand_limit
from engine import text
from engine.facts import is_awake, one, only, operation, require
from wire import Phase, Pick, Then


def judge_spoils(_state, _seat, action):
    require(action.tag == "Spoils", "not asked for")
    return []


def resolve_spoils(progress, phase, entries):
    action = one(entries)
    if action is None or not is_awake(progress.state, phase.victory.loser):
        progress.end_turn()
        return
    chosen = Phase.Identity if action.spoils == "identity" else Phase.Luggage
    progress.state.phase = chosen(victory=phase.victory)


def judge_identity(state, _seat, action):
    require(action.tag == "ShowIdentity", "not asked for")
    victory = state.phase.victory
    owner, to = victory.loser, victory.winner
    if state.options.three_player_mixed:
        second = operation("ShuffleAssociations", owner=owner)
    else:
        second = operation("ShowSlot", owner=owner, slot="association", to=to)
    return [operation("ShowSlot", owner=owner, slot="occupation", to=to), second]


def resolve_identity(progress, phase, entries):
    if entries and progress.state.options.three_player_mixed:
        text.ask_pick(progress, Pick(owner=phase.victory.loser, by=phase.victory.winner, text=None))
    else:
        progress.end_turn()


def judge_luggage(state, _seat, action):
    require(action.tag == "ShowHand", "not asked for")
    return [operation("ShowHand", owner=state.phase.victory.loser, to=state.phase.victory.winner)]


def resolve_luggage(progress, phase, entries):
    if entries and is_awake(progress.state, phase.victory.winner):
        progress.state.phase = Phase.Taking(victory=phase.victory)
    else:
        progress.end_turn()


def judge_taking(state, _seat, action):
    winner, loser = state.phase.victory.winner, state.phase.victory.loser
    hand = state.seats[loser].hand
    require(action.tag == ("TakeAndReturn" if hand == 1 else "Take"), "not asked for")
    require(action.index < hand, "no such place")
    ops = [operation("Take", winner=winner, loser=loser, index=action.index)]
    if hand == 1:
        ops.append(operation("Transfer", owner=winner, to=loser, why="return"))
    return ops


def resolve_taking(progress, phase, entries):
    action, winner = one(entries), phase.victory.winner
    if action is None:
        progress.end_turn()
        return
    if action.tag == "Take":
        progress.move_card(phase.victory.loser, winner)
    progress.settle_limit(winner, 0, Then.EndTurn())


def receivers(state, gift):
    """Who may receive a gift: who has not given in this chain; without giftToFullAllowed only below the limit."""
    barred = gift.given | only(gift.giver)
    limit = hand_limit(state.options.seats)
    to_full = state.options.gift_to_full_allowed
    able = [
        seat
        for seat, known in enumerate(state.seats)
        if not barred >> seat & 1 and ((to_full and is_awake(state, seat)) or known.hand < limit)
    ]
    return able


def judge_gift(state, _seat, action):
    require(action.tag == "Give", "not asked for")
    gift = state.phase.gift
    require(action.to in receivers(state, gift), "may not receive")
    return [operation("Transfer", owner=gift.giver, to=action.to, why="gift")]


def resolve_gift(progress, phase, entries):
    action, gift = one(entries), phase.gift
    if action is None:
        # The excess stays with the sleeper and is settled first thing when it wakes.
        progress.seat(gift.giver).over_limit = True
        progress.go_on(gift.then)
        return
    progress.move_card(gift.giver, action.to)
    progress.settle_limit(action.to, gift.given | only(gift.giver), gift.then)
