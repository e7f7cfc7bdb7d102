"""Records beside entries: signed records off the file, answers to ballots, wishes to leave and to come back."""

import codec
import engine
import hashing
import proofs
import wire
from engine.facts import only
from operations import Refused, require

SIGNATURE = b"nightcoach/v1/signature"
ENTRY = b"nightcoach/v1/entry"


class Entry:
    """A record whose bytes decode."""

    def __init__(self, record):
        signed = codec.decode(wire.Record, record)
        self.signed, self.signature = signed.content, signed.signature
        self.content = codec.decode(wire.Content, self.signed)
        self.hash = hashing.h256(ENTRY, self.signed)

    def is_signed_by(self, key):
        name = hashing.h256(SIGNATURE, key, self.signed, self.signature)
        message = hashing.h256(SIGNATURE, self.signed)
        if name not in proofs.accepted and hashing.signature_holds(key, message, self.signature):
            proofs.accepted.add(name)
        return name in proofs.accepted


def check_wishes(table, wishes):
    """The wishes of an entry, each against the state that those before it lead to: (seat, wish) in order."""
    require(wishes, 711)
    state, met = table.state, []
    for record in wishes:
        seat, wish = read_wish(table, record)
        require(all(seat != other for other, _wish in met), 711)
        state = meet(table, state, seat, wish)
        met.append((seat, wish))
    return met


def read_wish(table, record):
    """A wish of this table at a place of its chain that is not older than the seat's last change."""
    try:
        entry = Entry(record)
        content = entry.content
        wish = codec.decode(wire.WISH, content.body)
    except codec.Malformed:
        raise Refused(711) from None
    roster, heads = table.genesis.roster, [*table.heads, table.head]
    stands = content.seat < len(roster) and entry.is_signed_by(roster[content.seat].key)
    stands = stands and content.kind == "wish" and content.table == table.id and content.digest == bytes(32)
    stands = stands and content.round < len(heads) and heads[content.round] == content.head
    require(stands and content.round > table.changed.get(content.seat, -1), 711)
    return content.seat, wish


def meet(table, state, seat, wish):
    """The state that one wish leads to, at a turn start."""
    try:
        if wish == "wake":
            return engine.wake(state, seat).state
        left = [other for other in table.keys.pile.shares if engine.awake(state) & only(other) and other != seat]
        free = engine.awake(state) & only(seat) and seat != state.active and len(left) >= table.keys.pile.threshold
        require(free, 711)
        return engine.apply(state, {}, only(seat)).state
    except engine.Illegal:
        raise Refused(711) from None


def meet_all(table, wishes):
    for seat, wish in wishes:
        table.state = meet(table, table.state, seat, wish)
        table.changed[seat] = table.round


def is_quorum(awake, left):
    """More than half of the awake seats, or just half with the lowest of them among these."""
    awake, left = engine.seats_of(awake), engine.seats_of(left)
    return 2 * len(left) > len(awake) or (2 * len(left) == len(awake) and awake[0] in left)


def may_ask(table, question):
    """Whether this can be asked in the running round (NC-721)."""
    awake, named = table.awake(), question.seats
    left = awake & ~named
    if named & ~awake or len(engine.seats_of(left)) < 2 or not is_quorum(awake, left):
        return False
    if question.tag == "Sleep":
        holders = [seat for seat in table.holders() if not named & only(seat)]
        enough = table.keys is not None and len(holders) >= table.keys.pile.threshold
        return named != 0 and can_fall(table) and enough
    if question.tag == "Close":
        return named != 0 and table.phase == "act" and table.state.phase.tag in ("Named", "Closing")
    return table.state is not None and table.phase != "over"


def can_fall(table):
    """Whether the running round can close without somebody: not before the deal can do without."""
    if table.phase in ("boxes", "verdicts"):
        return table.state is not None
    return table.phase in ("deal strip", "act", "unseal", "group", "rehand")


def check_vote(table, content, vote):
    require(content.head == table.head, 104)
    require(content.digest == table.digest, 105)
    require(vote.ballot.number > 0 and may_ask(table, vote.ballot.question), 721)
    require(table.awake() & ~vote.ballot.question.seats & only(content.seat), 722)
