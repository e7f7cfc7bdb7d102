"""Public facts and small things that every part of the engine uses."""

from cards import MAX_SEATS, MIN_SEATS, REUSABLE
from codec import Value


class Illegal(Exception):
    """The rules do not allow the action."""


def require(holds, why):
    if not holds:
        raise Illegal(why)


def operation(tag, **fields):
    """A card operation of table.md, Operations."""
    return Value(tag, **fields)


def only(seat):
    """The set of one seat."""
    return 1 << seat


def seats_of(bits):
    """The seats of a set, ascending."""
    return [seat for seat in range(16) if bits >> seat & 1]


def awake(state):
    return sum(only(seat) for seat, known in enumerate(state.seats) if known.awake)


def is_awake(state, seat):
    return seat < len(state.seats) and state.seats[seat].awake


def all_awake(state, seats):
    return all(is_awake(state, seat) for seat in seats)


def one(entries):
    """The only entry of a round that one seat owes, or None when that seat has fallen asleep."""
    return next(iter(entries.values()), None)


def others_from_left(state, seat):
    return [(seat + step) % state.options.seats for step in range(1, state.options.seats)]


def could_use(state, seat, occupation):
    """Whether public facts leave it possible that this seat uses this occupation now (walk.md decision 8)."""
    own = state.seats[seat].occupation
    if own is not None:
        return own == occupation and occupation in REUSABLE
    return all(other.occupation != occupation for other in state.seats)


def can_foresee(state, seat):
    return state.pile > 0 and could_use(state, seat, "clairvoyant")


def opening(state, seat, occupation):
    """The opening of an occupation that is used, unless it lies face-up already."""
    if state.seats[seat].occupation is not None:
        return []
    return [operation("OpenSlot", owner=seat, deck="occupations", face=occupation)]


def options_allowed(options):
    """Whether a table may have these options (walk.md decision 17)."""
    return (
        MIN_SEATS <= options.seats <= MAX_SEATS
        and not (options.secret_support and options.hypnotist_after_each)
        and not (options.three_player_mixed and options.seats != 3)
        and not (options.smuggling and options.tome_coat_optional)
        and options.losses <= max((options.seats - 1) // 3, 1)
        and not (options.scores and (not options.scoring or len(options.scores) != options.seats))
    )
