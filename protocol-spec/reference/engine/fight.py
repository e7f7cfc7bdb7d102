"""The attack (rules.md C.5), from the Priest to the Doctor."""

from cards import ascending
from engine.facts import all_awake, awake, could_use, is_awake, one, only, opening, operation, others_from_left, require
from engine.facts import seats_of
from wire import Fight, Phase, Then, Victory

PAYS_FROM = 2
POWERS = {"Thug": "thug", "GrandMaster": "grandmaster", "Bodyguard": "bodyguard", "Duelist": "duelist"}
POWERS["PoisonMixer"] = "poisonmixer"
# By part in the fight: objects and powers of the table in C.5.
COLUMNS = {
    ("principal", "attacker"): (["dagger", "ring"], ["Thug", "Duelist"]),
    ("principal", "defender"): (["gloves", "ring"], ["GrandMaster", "Duelist"]),
    ("supporter", "attacker"): (["knives"], ["Bodyguard", "PoisonMixer"]),
    ("supporter", "defender"): (["whip"], ["Bodyguard", "PoisonMixer"]),
    ("abstainer", None): ([], ["PoisonMixer"]),
}


def asked(state, fight, window):
    """Who is asked in a window, by public facts alone (walk.md decision 8)."""
    able = {
        "priest": lambda seat: seat != fight.attacker and could_use(state, seat, "priest"),
        "abilities": lambda seat: bool(usable_objects(state, fight, seat) or usable_powers(state, fight, seat)),
        "doctor": lambda seat: could_use(state, seat, "doctor"),
    }[window]
    return sum(only(seat) for seat in seats_of(awake(state)) if seat != fight.hypnotised and able(seat))


def owed(state, phase):
    fight = phase.fight
    if phase.tag == "Hypnotist":
        return only(fight.attacker)
    if phase.tag == "Support":
        waiting = undeclared(state, fight)
        return waiting if state.options.secret_support else first_of(waiting, others_from_left(state, fight.attacker))
    if phase.tag == "Abilities":
        if state.options.ability_mode != "seatOrder":
            return asked(state, fight, "abilities")
        return next_ability(state, fight)
    return asked(state, fight, phase.tag.lower())


def first_of(seats, order):
    return next((only(seat) for seat in order if seats >> seat & 1), 0)


def undeclared(state, fight):
    return awake(state) & ~(principals(fight) | fight.declared)


def principals(fight):
    return only(fight.attacker) | only(fight.defender)


def begin(progress, attacker, defender):
    fight = Fight(
        attacker=attacker,
        defender=defender,
        attack=0,
        defence=0,
        declared=0,
        hypnotised=None,
        used=0,
        duel=False,
        poison=None,
        last=None,
        passed=0,
    )
    if asked(progress.state, fight, "priest"):
        progress.state.phase = Phase.Priest(fight=fight)
    else:
        ask_support(progress, fight)


def judge_use(state, seat, uses, occupation):
    if not uses:
        return []
    require(could_use(state, seat, occupation), "not usable")
    return opening(state, seat, occupation)


def judge_priest(state, seat, action):
    require(action.tag == "Priest", "not asked for")
    return judge_use(state, seat, action.stop, "priest")


def resolve_priest(progress, phase, entries):
    fight = phase.fight
    stopping = [seat for seat, action in entries.items() if action.stop]
    if not stopping:
        ask_support(progress, fight)
        return
    priest = stopping[0]
    progress.seat(priest).occupation = "priest"
    if progress.seat(fight.attacker).hand < PAYS_FROM or not is_awake(progress.state, fight.attacker):
        progress.end_turn()
    else:
        progress.state.phase = Phase.Payment(payer=fight.attacker, priest=priest)


def judge_payment(state, _seat, action):
    require(action.tag == "Pay", "not asked for")
    return [operation("Transfer", owner=state.phase.payer, to=state.phase.priest, why="payment")]


def resolve_payment(progress, phase, entries):
    if not entries:
        progress.end_turn()
        return
    progress.move_card(phase.payer, phase.priest)
    progress.settle_limit(phase.priest, 0, Then.EndTurn())


def judge_support(_state, _seat, action):
    require(action.tag == "Support", "not asked for")
    return []


def resolve_support(progress, phase, entries):
    fight = phase.fight
    for seat, action in entries.items():
        fight = fight.but(declared=fight.declared | only(seat))
        if action.side == "attacker":
            fight = fight.but(attack=fight.attack | only(seat))
        elif action.side == "defender":
            fight = fight.but(defence=fight.defence | only(seat))
    if entries and progress.state.options.hypnotist_after_each and hypnotist_asked(progress.state, fight):
        progress.state.phase = Phase.Hypnotist(fight=fight)
    else:
        ask_support(progress, fight)


def ask_support(progress, fight):
    state = progress.state
    if undeclared(state, fight):
        state.phase = Phase.Support(fight=fight)
    elif not state.options.hypnotist_after_each and hypnotist_asked(state, fight):
        state.phase = Phase.Hypnotist(fight=fight)
    else:
        ask_abilities(progress, fight)


def hypnotisable(state, fight):
    return fight.declared & awake(state) & ~principals(fight)


def hypnotist_asked(state, fight):
    usable = fight.hypnotised is None and could_use(state, fight.attacker, "hypnotist")
    return is_awake(state, fight.attacker) and usable and hypnotisable(state, fight) != 0


def judge_hypnotist(state, seat, action):
    require(action.tag == "Hypnotise", "not asked for")
    if action.target is None:
        return []
    ops = judge_use(state, seat, True, "hypnotist")
    require(hypnotisable(state, state.phase.fight) >> action.target & 1, "may not be named")
    return ops


def resolve_hypnotist(progress, phase, entries):
    fight = phase.fight
    action = one(entries)
    if action is not None and action.target is not None:
        progress.seat(fight.attacker).occupation = "hypnotist"
        kept = ~only(action.target)
        fight = fight.but(hypnotised=action.target, attack=fight.attack & kept, defence=fight.defence & kept)
    if progress.state.options.hypnotist_after_each:
        ask_support(progress, fight)
    else:
        ask_abilities(progress, fight)


def part(fight, seat):
    for side, principal, supporters in (
        ("attacker", fight.attacker, fight.attack),
        ("defender", fight.defender, fight.defence),
    ):
        if seat == principal:
            return ("principal", side)
        if supporters >> seat & 1:
            return ("supporter", side)
    return ("abstainer", None)


def usable_objects(state, fight, seat):
    """Objects that this seat could play by public facts; each card once in a fight."""
    if fight.hypnotised == seat:
        return []
    played = {face for known in state.seats for face in known.played}
    return [face for face in COLUMNS[part(fight, seat)][0] if face not in played]


def usable_powers(state, fight, seat):
    if fight.hypnotised == seat or fight.used >> seat & 1:
        return []
    blocked = fight.duel and state.options.duel_blocks_poison
    return [
        power
        for power in COLUMNS[part(fight, seat)][1]
        if not (blocked and power == "PoisonMixer") and could_use(state, seat, POWERS[power])
    ]


def next_ability(state, fight):
    """With seatOrder: the next seat from the left of who answered last, at first of the attacker, who comes last."""
    waiting = asked(state, fight, "abilities") & ~fight.passed
    start = fight.attacker if fight.last is None else fight.last
    return first_of(waiting, others_from_left(state, start) + seats_of(waiting))


def ask_abilities(progress, fight):
    state = progress.state
    if owed(state, Phase.Abilities(fight=fight)):
        state.phase = Phase.Abilities(fight=fight)
    else:
        count(progress, fight)


def judge_abilities(state, seat, action):
    require(action.tag == "Abilities", "not asked for")
    fight = state.phase.fight
    usable = usable_objects(state, fight, seat)
    require(all(face in usable for face in action.objects), "not usable")
    doubles = len(set(action.objects)) < len(action.objects)
    fits = len(action.objects) + len(state.seats[seat].played) <= state.seats[seat].hand
    require(ascending(action.objects) and not doubles and fits, "wrong items")
    ops = []
    if action.objects:
        ops.append(operation("OpenObjects", owner=seat, faces=action.objects))
    if action.power is not None:
        require(action.power.tag in usable_powers(state, fight, seat), "not usable")
        ops += opening(state, seat, POWERS[action.power.tag])
    return ops


def resolve_abilities(progress, phase, entries):
    fight, state = phase.fight, progress.state
    any_played, poison = False, None
    for seat, action in entries.items():
        fight = fight.but(last=seat)
        if not action.objects and action.power is None:
            fight = fight.but(passed=fight.passed | only(seat))
            continue
        any_played = True
        progress.seat(seat).played += action.objects
        if action.power is not None:
            progress.seat(seat).occupation = POWERS[action.power.tag]
            fight = fight.but(used=fight.used | only(seat), duel=fight.duel or action.power.tag == "Duelist")
            if action.power.tag == "PoisonMixer":
                poison = action.power.wins
    if fight.duel:
        fight = fight.but(attack=0, defence=0)
    if fight.duel and state.options.duel_blocks_poison:
        poison = None
    fight = fight.but(poison=poison, passed=0 if any_played else fight.passed)
    mode = state.options.ability_mode
    over = mode == "oneShot" or (mode == "sealedRounds" and not any_played)
    if over or poison is not None:
        count(progress, fight)
    else:
        ask_abilities(progress, fight)


def standing(state, fight, side):
    """The score of a side (rules.md C.5, Result)."""
    if side == "attacker":
        principal, supporters, own, theirs, strength = fight.attacker, fight.attack, "dagger", "knives", "thug"
    else:
        principal, supporters, own, theirs, strength = fight.defender, fight.defence, "gloves", "whip", "grandmaster"

    def played(seat, face):
        return face in state.seats[seat].played

    def uses(seat, occupation):
        return bool(fight.used >> seat & 1) and state.seats[seat].occupation == occupation

    score = 1 + played(principal, own) + uses(principal, strength)
    score += uses(principal, "duelist") and state.options.duelist_bonus
    for seat in seats_of(supporters):
        score += 1 + played(seat, theirs) + uses(seat, "bodyguard")
    return score


def count(progress, fight):
    state = progress.state
    winner = fight.poison or leader(state, fight)
    open_to_doctor = winner is not None or state.options.doctor_on_tie
    if open_to_doctor and asked(state, fight, "doctor"):
        state.phase = Phase.Doctor(fight=fight, winner=winner)
    else:
        take_effect(progress, fight, winner)


def leader(state, fight):
    swords, shields = standing(state, fight, "attacker"), standing(state, fight, "defender")
    if swords != shields:
        return "attacker" if swords > shields else "defender"
    rings = [side for side in ("attacker", "defender") if "ring" in state.seats[getattr(fight, side)].played]
    return rings[0] if len(rings) == 1 else None


def judge_doctor(state, seat, action):
    require(action.tag == "Doctor", "not asked for")
    return judge_use(state, seat, action.cancel, "doctor")


def resolve_doctor(progress, phase, entries):
    doctors = [seat for seat, action in entries.items() if action.cancel]
    if not doctors:
        take_effect(progress, phase.fight, phase.winner)
        return
    progress.seat(doctors[0]).occupation = "doctor"
    put_back(progress)
    progress.end_turn()


def put_back(progress):
    """Objects played in the fight are back in the hands before its outcome (walk.md decision 18)."""
    for seat in progress.state.seats:
        seat.played = []


def take_effect(progress, fight, winner):
    put_back(progress)
    if winner is None:
        progress.draw(fight.attacker)
        progress.settle_limit(fight.attacker, 0, Then.EndTurn())
        return
    ends = (fight.attacker, fight.defender)
    won, lost = ends if winner == "attacker" else ends[::-1]
    if all_awake(progress.state, ends):
        progress.state.phase = Phase.Spoils(victory=Victory(winner=won, loser=lost))
    else:
        progress.end_turn()
