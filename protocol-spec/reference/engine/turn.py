"""The main action of a turn, the answer to an offer, and the draw vote (rules.md C.1, C.3, E7)."""

from engine import declaration, demand, fight, foresight, text
from engine.facts import Illegal, is_awake, one, operation, require
from wire import Outcome, Phase, Then, Trade


def require_partner(state, seat, other):
    require(other != seat and is_awake(state, other), "no such partner")


def judge(state, seat, action):
    if action.tag == "Pass":
        return []
    if action.tag == "Offer":
        require_partner(state, seat, action.to)
        return [operation("Offer", owner=seat, to=action.to)]
    if action.tag == "Attack":
        require_partner(state, seat, action.target)
        return []
    judges = {
        "DeclareTeam": declaration.judge_team,
        "DeclareSolo": declaration.judge_solo,
        "Prophesy": declaration.judge_prophecy,
        "Foresee": foresight.judge,
        "Demand": demand.judge,
    }
    require(action.tag in judges, "not asked for")
    return judges[action.tag](state, seat, action)


def resolve(progress, _phase, entries):
    seat, action = progress.state.active, one(entries)
    if action is None or action.tag == "Pass":
        progress.state.passes += 1
        progress.end_turn()
    elif action.tag == "Offer":
        progress.state.passes = 0
        trade = Trade(offerer=seat, responder=action.to, demanded=False, sextant=None)
        progress.state.phase = Phase.Response(trade=trade)
        if not is_awake(progress.state, action.to):
            resolve_response(progress, progress.state.phase, {})
    elif action.tag == "Attack":
        progress.state.passes = 0
        fight.begin(progress, seat, action.target)
    elif action.tag == "Foresee":
        foresight.begin(progress, False)
    elif action.tag == "Demand":
        demand.begin(progress, seat, action)
    elif action.tag == "DeclareTeam":
        declaration.begin_team(progress, seat, action)
    elif action.tag == "Prophesy":
        declaration.begin_prophecy(progress, seat, action)
    else:
        progress.end_game(Outcome.WonAlone(seat=seat))


def judge_response(state, _seat, action):
    trade = state.phase.trade
    prover, offerer = trade.responder, trade.offerer
    if action.tag == "Refuse":
        return [operation("Claim", prover=prover, claim="refusable"), operation("Withdraw", owner=offerer)]
    require(action.tag == "Accept", "not asked for")
    require(not (state.options.smuggling and action.text is not None), "the giver speaks")
    about = text.claim(state, "offered", prover, action.text)
    ops = [
        operation("Transfer", owner=prover, to=offerer, why="trade"),
        operation("Settle", owner=offerer, to=prover),
    ]
    if state.pile:
        ops.append(operation("Claim", prover=prover, claim="not two bags"))
    return ops + about


def resolve_response(progress, phase, entries):
    action = one(entries)
    if action is None:
        progress.after.append(operation("Withdraw", owner=phase.trade.offerer))
    if action is None or action.tag == "Refuse":
        progress.end_turn()
    elif progress.state.options.smuggling:
        progress.go_on(Then.Text(trade=phase.trade, card="offered"))
    else:
        text.say(progress, phase.trade, "offered", action.text)


def judge_vote(_state, _seat, action):
    if action.tag != "Vote":
        raise Illegal("not asked for")
    return []


def resolve_vote(progress, _phase, entries):
    if entries and all(action.draw for action in entries.values()):
        progress.end_game(Outcome.Drawn())
    else:
        progress.begin_turn()
