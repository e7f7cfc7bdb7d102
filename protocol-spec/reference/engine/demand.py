"""The Diplomat (rules.md C.4)."""

from cards import BAGS, demandable, faces
from engine import text
from engine.facts import could_use, is_awake, opening, operation, require
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
    progress.state.phase = Phase.Demand(demand=Demand(diplomat=seat, target=action.target, kind=action.kind))


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
    [action] = entries.values()
    if action.tag == "Surrender":
        trade = Trade(offerer=demand.diplomat, responder=demand.target, demanded=True, sextant=None)
        progress.state.phase = Phase.HandOver(trade=trade)
    else:
        progress.after.append(operation("Release", owner=demand.diplomat))
        progress.end_turn()


def judge_hand_over(state, _seat, action):
    require(action.tag == "HandOver", "not asked for")
    trade = state.phase.trade
    return [operation("TransferPledged", owner=trade.offerer, to=trade.responder)]


def resolve_hand_over(progress, phase, _entries):
    first = text.first(progress.state.options, phase.trade)
    progress.go_on(Then.Text(trade=phase.trade, card=first))
