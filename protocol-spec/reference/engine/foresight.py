"""The Clairvoyant (rules.md C.2)."""

from engine.facts import awake, can_foresee, is_awake, one, only, opening, operation, require
from wire import Phase

TOP = 2


def judge(state, seat, _action):
    require(can_foresee(state, seat), "not usable")
    return opening(state, seat, "clairvoyant")


def begin(progress, at_end):
    state = progress.state
    state.passes = 0
    progress.seat(state.active).occupation = "clairvoyant"
    progress.group.append(operation("Look", pile="objects", to=state.active))
    if state.pile < TOP:
        go_back(progress, at_end)
    else:
        state.phase = Phase.Reorder(at_end=at_end)


def go_back(progress, at_end):
    if at_end:
        progress.finish_turn()
    elif is_awake(progress.state, progress.state.active):
        progress.state.phase = Phase.Turn()
    else:
        progress.end_turn()


def judge_reorder(_state, seat, action):
    require(action.tag == "Reorder", "not asked for")
    return [operation("ShufflePile", owner=seat, pile="objects", place=0)]


def resolve_reorder(progress, phase, entries):
    """The others shuffle what lies below; without the user the whole pile."""
    state = progress.state
    others = awake(state) & ~only(state.active)
    if not entries:
        progress.group.append(operation("ShuffleRest", by=others, place=0))
    elif state.pile > TOP:
        progress.group.append(operation("ShuffleRest", by=others, place=TOP))
    go_back(progress, phase.at_end)


def judge_end(state, seat, action):
    if action.tag == "Foresee":
        return judge(state, seat, action)
    require(action.tag == "Pass", "not asked for")
    return []


def resolve_end(progress, _phase, entries):
    action = one(entries)
    if action is not None and action.tag == "Foresee":
        begin(progress, True)
    else:
        progress.finish_turn()
