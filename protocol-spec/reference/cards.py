"""What lies in the box and what it is called (rules.md A and B, walk.md a.1)."""

from wire import FACES, KINDS, Membership

MIN_SEATS, MAX_SEATS = 3, 10
BAGS = ["bag_key", "bag_goblet"]
# Objects that no starting hand holds with sealed_start.
NO_START = {"mirror", "sextant", "coat", "tome", "loge"}
TEXTS = {"privilege", "monocle", "sextant", "coat", "tome"}
REUSABLE = {"grandmaster", "hypnotist", "bodyguard", "thug"}
KEY_KIND = {"order": "key", "brotherhood": "goblet"}


def other_association(side):
    return "brotherhood" if side == "order" else "order"


def association_copies(options):
    return 5 if options.three_player_mixed else most_members(options)


def most_members(options):
    return (options.seats + 1) // 2


def associations(options):
    each = association_copies(options)
    return ["order"] * each + ["brotherhood"] * each


def associations_each(options):
    return 3 if options.three_player_mixed else 1


def in_play(seats, kind):
    return not (kind == "pearl" and seats == 3) and not (kind == "coat" and seats == 10)


def objects(seats):
    """All but the bags, in canonical order."""
    copies = {"key": 3, "goblet": 3, "bag_key": 0, "bag_goblet": 0}
    return [face for face in FACES if in_play(seats, face) for _ in range(copies.get(face, 1))]


def first_deck(options):
    return [face for face in objects(options.seats) if not (options.sealed_start and face in NO_START)]


def joining_deck(options):
    return [face for face in objects(options.seats) if options.sealed_start and face in NO_START]


def mixed_with_bags(seats):
    """Objects that make the starting hands together with both bags."""
    return 4 if seats == 3 else seats - 2


def start_hand(seats):
    return 2 if seats == 3 else 1


def hand_limit(seats):
    return {3: 8, 4: 6}.get(seats, 5)


def faces(kind, pile_empty):
    """The faces that are of a kind now, ascending."""
    if kind == "secret_bag":
        return [] if pile_empty else BAGS
    if kind in ("key", "goblet") and pile_empty:
        return [kind, "bag_" + kind]
    return [kind]


def key_faces(side, pile_empty):
    return faces(KEY_KIND[side], pile_empty)


def is_texted(face, pile_empty):
    return face in TEXTS or (face in BAGS and not pile_empty)


def kind_has_text(kind, pile_empty):
    return kind in TEXTS or (kind == "secret_bag" and not pile_empty)


def demandable(state):
    return [kind for kind in KINDS if in_play(state.options.seats, kind) and faces(kind, state.pile == 0)]


def ascending(items):
    """Whether faces stand in canonical order; equal ones may follow each other."""
    places = [FACES.index(item) for item in items]
    return places == sorted(places)


def membership_count(membership, side):
    """How many of these association cards show a side."""
    if membership.tag == "One":
        return int(membership.side == side)
    same = 3 if membership.unanimous else 2
    return same if membership.side == side else 3 - same


def membership_cards(membership):
    return ["order"] * membership_count(membership, "order") + ["brotherhood"] * membership_count(membership, "brotherhood")


def is_mixed(membership):
    return membership.tag == Membership.Three.tag
