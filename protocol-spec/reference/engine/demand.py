"""The Diplomat (rules.md C.4)."""

from cards import BAGS, demandable, faces
from engine import trades
from engine.facts import could_use, is_awake, one, opening, operation, require
from wire import Demand, Phase, Then, Trade


def judge(state, seat, action):
    require(could_use(state, seat, "diplomat"), "not usable")
    require(action.target != seat and is_awake(state, action.target), "no such partner")
    require(action.kind in demandable(state), "no kind to demand")
    ops = opening(state, seat, "diplomat") + [operation("Pledge", owner=seat)]
    if action.kind == "secret_bag":
        ops.append(operation("Claim", prover=seat, claim="pledge is not", faces=BAGS))
    return ops


def begin(progress, seat, action):
    progress.state.passes = 0
    progress.seat(seat).occupation = "diplomat"
    if is_awake(progress.state, action.target):
        progress.state.phase = Phase.Demand(demand=Demand(diplomat=seat, target=action.target, kind=action.kind))
    else:
        release(progress, seat)


def release(progress, diplomat):
    """Nothing comes of the demand, and the Diplomat is spent."""
    progress.after.append(operation("Release", owner=diplomat))
    progress.end_turn()


def judge_answer(state, _seat, action):
    demand = state.phase.demand
    target, diplomat = demand.target, demand.diplomat
    wanted = faces(demand.kind, state.pile == 0)
    if action.tag == "Surrender":
        return [
            operation("Surrender", owner=target, to=diplomat),
            operation("Claim", prover=target, claim="is of a kind", faces=wanted),
        ]
    require(action.tag == "Lack", "not asked for")
    return [
        operation("ShowHand", owner=target, to=diplomat),
        operation("Claim", prover=target, claim="lacks faces", after=0, faces=wanted),
    ]


def resolve_answer(progress, phase, entries):
    demand = phase.demand
    action = one(entries)
    if action is None or action.tag == "Lack":
        release(progress, demand.diplomat)
        return
    trade = Trade(offerer=demand.diplomat, responder=demand.target, demanded=True, sextant=None)
    progress.state.phase = Phase.HandOver(trade=trade)
    if not is_awake(progress.state, demand.diplomat):
        resolve_hand_over(progress, progress.state.phase, {})


def judge_hand_over(state, _seat, action):
    require(action.tag == "HandOver", "not asked for")
    trade = state.phase.trade
    return [operation("TransferPledged", owner=trade.offerer, to=trade.responder)]


def resolve_hand_over(progress, phase, entries):
    if not entries:
        progress.after.append(operation("Withdraw", owner=phase.trade.responder))
        release(progress, phase.trade.offerer)
        return
    first = trades.first(progress.state.options, phase.trade)
    progress.go_on(Then.Text(trade=phase.trade, card=first))
