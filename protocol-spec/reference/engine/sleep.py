"""Falling asleep (walk.md a.5): who may be missing from a round, and what it means for a running step."""

from engine import demand, text, turn
from engine.facts import awake, is_awake, require, seats_of
from engine.trades import giver


def require_seats(state, entries, fallen, owing):
    """Who is in a round at all."""
    tag = state.phase.tag
    require(tag != "Over", "the game is over")
    require(all(owing & ~fallen & (1 << seat) for seat in entries), "not owed")
    require(fallen & ~awake(state) == 0, "sleeps already")
    missing = [seat for seat in seats_of(owing & ~fallen) if seat not in entries]
    require(not missing or (not entries and fallen), "an entry is missing")
    stay = len(seats_of(awake(state) & ~fallen))
    require(not fallen or stay >= 2 or tag in ("Named", "Closing"), "too few stay awake")


def put_to_sleep(progress, fallen):
    """Who owed an entry has its next turn skipped (walk.md decision 3)."""
    for seat in seats_of(fallen):
        known = progress.seat(seat)
        known.awake = False
        known.skip_turn = known.skip_turn or seat in progress.owing_seats


def bystanders_fell(progress, phase, fallen):
    """Who fell asleep owed nothing, but the running step may need them."""

    def gone(*seats):
        return not all(is_awake(progress.state, seat) for seat in seats)

    tag = phase.tag
    if tag == "Response" and gone(phase.trade.offerer):
        turn.resolve_response(progress, phase, {})
    elif tag == "Execution" and gone(giver(phase.trade, phase.card)):
        text.done(progress, phase.trade, phase.card)
    elif tag == "Demand" and gone(phase.demand.diplomat):
        demand.release(progress, phase.demand.diplomat)
    elif tag == "Passing":
        text.release(progress, phase.ring, seats_of(awake(progress.state) | fallen))
    elif tag == "Swap" and gone(phase.trade.offerer, phase.trade.responder):
        text.done(progress, phase.trade, phase.card)
    elif (tag == "AssociationPick" and gone(phase.pick.owner)) or (tag == "AssociationShow" and gone(phase.pick.by)):
        text.look_over(progress, phase.pick)
    elif (tag == "Spoils" and gone(phase.victory.loser)) or (
        tag in ("Identity", "Luggage") and gone(phase.victory.winner)
    ):
        progress.end_turn()
