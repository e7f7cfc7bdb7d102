"""The rules as a function of public facts alone (rules.md C, walk.md a.3): who owes, what is legal, what a round leads to.

What sleepers mean is walk.md a.5: a resolver gets no entry of a seat that fell asleep in the round.
"""

from engine import declaration, demand, fight, foresight, sleep, spoils, text, trades, turn
from engine.facts import Illegal, awake, only, options_allowed, seats_of
from engine.progress import Progress, set_up
from wire import Outcome, Then

__all__ = [
    "Illegal",
    "apply",
    "awake",
    "end_as_draw",
    "is_sealed",
    "judge",
    "options_allowed",
    "outcome",
    "owed",
    "seats_of",
    "set_up",
    "wake",
]

JUDGES = {
    "Turn": turn.judge,
    "Response": turn.judge_response,
    "TurnEnd": foresight.judge_end,
    "Reorder": foresight.judge_reorder,
    "Demand": demand.judge_answer,
    "HandOver": demand.judge_hand_over,
    "Execution": text.judge_execution,
    "Text": text.judge_text,
    "Consent": text.judge_consent,
    "Direction": text.judge_direction,
    "Pledges": text.judge_pledge,
    "Passing": text.judge_passing,
    "Swap": text.judge_swap,
    "Exchange": text.judge_exchange,
    "AssociationPick": text.judge_pick,
    "AssociationShow": text.judge_show,
    "Priest": fight.judge_priest,
    "Payment": fight.judge_payment,
    "Support": fight.judge_support,
    "Hypnotist": fight.judge_hypnotist,
    "Abilities": fight.judge_abilities,
    "Doctor": fight.judge_doctor,
    "Spoils": spoils.judge_spoils,
    "Identity": spoils.judge_identity,
    "Luggage": spoils.judge_luggage,
    "Taking": spoils.judge_taking,
    "Gift": spoils.judge_gift,
    "Named": declaration.judge_named,
    "Closing": declaration.judge_closing,
    "Vote": turn.judge_vote,
}

RESOLVERS = {
    "Turn": turn.resolve,
    "Response": turn.resolve_response,
    "TurnEnd": foresight.resolve_end,
    "Reorder": foresight.resolve_reorder,
    "Demand": demand.resolve_answer,
    "HandOver": demand.resolve_hand_over,
    "Execution": text.resolve_execution,
    "Text": text.resolve_text,
    "Consent": text.resolve_consent,
    "Direction": text.resolve_direction,
    "Pledges": text.resolve_pledges,
    "Passing": text.resolve_passing,
    "Swap": text.resolve_swap,
    "Exchange": text.resolve_exchange,
    "AssociationPick": text.resolve_pick,
    "AssociationShow": text.resolve_show,
    "Priest": fight.resolve_priest,
    "Payment": fight.resolve_payment,
    "Support": fight.resolve_support,
    "Hypnotist": fight.resolve_hypnotist,
    "Abilities": fight.resolve_abilities,
    "Doctor": fight.resolve_doctor,
    "Spoils": spoils.resolve_spoils,
    "Identity": spoils.resolve_identity,
    "Luggage": spoils.resolve_luggage,
    "Taking": spoils.resolve_taking,
    "Gift": spoils.resolve_gift,
    "Named": declaration.resolve_named,
    "Closing": declaration.resolve_closing,
    "Vote": turn.resolve_vote,
}


def judge(state, seat, action):
    """The card operations that a legal action of a seat carries, in order."""
    if state.phase.tag == "Over" or not owed(state) >> seat & 1:
        raise Illegal("nothing is owed by this seat")
    return JUDGES[state.phase.tag](state, seat, action)


def apply(state, entries, fallen=0):
    """What a round leads to, from the actions by seat and the set of seats that fell asleep.

    Every seat that owes has an entry or has fallen asleep; without any entry it is also the call for seats that fell asleep owing
    nothing.
    """
    owing = owed(state)
    sleep.require_seats(state, entries, fallen, owing)
    for seat in sorted(entries):
        judge(state, seat, entries[seat])
    progress = Progress(state, owing)
    sleep.put_to_sleep(progress, fallen)
    if not entries and owing & ~fallen:
        sleep.bystanders_fell(progress, progress.state.phase, fallen)
    else:
        RESOLVERS[state.phase.tag](progress, progress.state.phase, dict(sorted(entries.items())))
    return progress


def wake(state, seat):
    """A sleeper wakes at a turn start, once the turn that falling asleep costs has been skipped."""
    known = state.seats[seat]
    if state.phase.tag != "Turn" or known.awake or known.skip_turn:
        raise Illegal("cannot wake now")
    progress = Progress(state, 0)
    progress.seat(seat).awake, progress.seat(seat).over_limit = True, False
    progress.settle_limit(seat, 0, Then.Turn())
    return progress


def end_as_draw(state):
    """All who are present have agreed to end the game."""
    progress = Progress(state, 0)
    progress.end_game(Outcome.Drawn())
    return progress


def outcome(state):
    return state.phase.outcome if state.phase.tag == "Over" else None


def is_sealed(state):
    """Whether the round that the state asks for is a sealed window: all commit, then all open."""
    tag = state.phase.tag
    if tag == "Support":
        return state.options.secret_support
    if tag == "Abilities":
        return state.options.ability_mode != "seatOrder"
    return tag in ("Priest", "Doctor")


def owed(state):
    """Whose entries the state asks for, as a set of seats."""
    phase, tag = state.phase, state.phase.tag
    if tag in ("Turn", "TurnEnd", "Reorder"):
        return only(state.active)
    if tag in ("Response", "HandOver"):
        return only(phase.trade.responder if tag == "Response" else phase.trade.offerer)
    if tag == "Execution":
        return only(trades.receiver(phase.trade, phase.card))
    if tag == "Text":
        return only(trades.speaker(state.options, phase.trade, phase.card))
    if tag in ("Consent", "Direction", "Exchange"):
        return only(trades.giver(phase.trade, phase.card))
    if tag == "Swap":
        return only(phase.trade.offerer) | only(phase.trade.responder)
    if tag == "Demand":
        return only(phase.demand.target)
    if tag in ("AssociationPick", "AssociationShow"):
        return only(phase.pick.by if tag == "AssociationPick" else phase.pick.owner)
    if tag == "Payment":
        return only(phase.payer)
    if tag == "Gift":
        return only(phase.gift.giver)
    if tag in ("Spoils", "Taking"):
        return only(phase.victory.winner)
    if tag in ("Identity", "Luggage"):
        return only(phase.victory.loser)
    if tag in ("Priest", "Support", "Hypnotist", "Abilities", "Doctor"):
        return fight.owed(state, phase)
    return _owed_by_several(state, phase)


def _owed_by_several(state, phase):
    if phase.tag == "Named":
        return phase.declaration.named & awake(state)
    if phase.tag == "Closing":
        return awake(state) & ~(phase.declaration.named | only(phase.declaration.declarer))
    return awake(state) if phase.tag in ("Pledges", "Passing", "Vote") else 0
