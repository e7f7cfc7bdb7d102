#!/usr/bin/env python3
"""Audits a transcript file: python3 audit.py [--cache FILE] FILE

Prints the verdict on one line and ends with 0 (valid and finished), 3 (valid so far) or 1 (invalid), as transcript.md says.
With --cache, proofs and signatures that were accepted once are looked up in FILE; who can write that file can lie with it.
"""

import sys
from pathlib import Path

import codec
import engine
import hashing
import operations
import proofs
import records
import wire
from engine.facts import only
from operations import Refused
from records import Entry
from table import Table, Unfoldable, Unusable

FIRST_LINE = b"nightcoach/v1/transcript\n"
HEAD = b"nightcoach/v1/head"
CAMP = 2


class Bad(Exception):
    """The file ends its being valid here: whose entry it is, if the check accuses, and the check, if it is one."""

    def __init__(self, seat, check):
        super().__init__(f"seat {seat}, NC-{check}")
        self.seat = seat
        self.check = check


class Damaged(Exception):
    """The bytes stop to be a file after so many whole records."""

    def __init__(self, whole):
        super().__init__(whole)
        self.whole = whole


def records_of(data):
    if not data.startswith(FIRST_LINE):
        raise Damaged(0)
    records, at = [], len(FIRST_LINE)
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "little")
        if len(data) - at < 4 or length > codec.LONGEST or length > len(data) - at - 4:
            raise Damaged(len(records))
        records.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return records


class Audit:
    def __init__(self, data):
        self.table, self.good = None, 0
        # Entries of the running round; hashes of all by round and seat; answers to the ballot on the running round; all answers.
        self.pending, self.known, self.ballot, self.votes = {}, {}, None, {}
        self.closed = []
        self.seat, self.check = None, None
        try:
            self.records = records_of(data)
            self.verdict = self.run()
        except Damaged as damaged:
            self.good, self.verdict = damaged.whole, "invalid"
        except Bad as bad:
            self.seat, self.check, self.verdict = bad.seat, bad.check, "invalid"

    def run(self):
        if not self.records:
            return "unfinished"
        self.begin()
        for record in self.records:
            self.take(record)
            self.good += 1
        return "finished" if self.table.phase == "over" else "unfinished"

    def exit_code(self):
        return {"finished": 0, "unfinished": 3, "invalid": 1}[self.verdict]

    def line(self):
        if self.verdict == "finished":
            return f"VALID and finished: {self.good} records"
        if self.verdict == "unfinished":
            return f"VALID so far, unfinished at round {self.table.round if self.table else 0}: {self.good} records"
        seat = "" if self.seat is None else f", by seat {self.seat}"
        check = "" if self.check is None else f", check NC-{self.check}"
        return f"INVALID at record {self.good}{seat}{check}"

    def decoded(self, record):
        try:
            return Entry(record)
        except codec.Malformed:
            raise Bad(None, 101) from None

    def begin(self):
        first = self.decoded(self.records[0])
        try:
            body = codec.decode(wire.Body, first.content.body)
        except codec.Malformed:
            raise Bad(None, 108) from None
        if body.tag != "Genesis":
            raise Bad(None, 108)
        try:
            self.table = Table(body.genesis)
        except Unusable as unusable:
            raise Bad(None, unusable.check) from None

    def take(self, record):
        entry = self.decoded(record)
        seat, roster = entry.content.seat, self.table.genesis.roster
        if seat >= len(roster) or not entry.is_signed_by(roster[seat].key):
            raise Bad(None, 102)
        kind = entry.content.kind
        if kind == "closing":
            self.take_closing(seat, entry)
        elif kind == "vote":
            self.take_vote(seat, entry.content)
        elif kind == "wish":
            raise Bad(None, 108)
        else:
            self.take_entry(seat, entry)

    def take_entry(self, seat, entry):
        """What one entry and the chain before it prove speaks against a seat; order and repetition in a file do not."""
        content, table = entry.content, self.table
        place = (content.round, seat)
        if place in self.known:
            raise Bad(None, 106) if self.known[place] == entry.hash else Bad(seat, 107)
        if content.table != table.id:
            raise Bad(None, 103)
        if self.ballot is not None and not self.decided():
            raise Bad(None, 724)
        if content.round != table.round:
            raise Bad(None, 106)
        if self.ballot is not None and self.ballot.question.seats & only(seat):
            raise Bad(None, 724)
        brought = self.checked(seat, lambda: table.check(content))
        if self.pending and max(self.pending) > seat:
            raise Bad(None, 106)
        self.known[place] = entry.hash
        self.pending[seat] = (entry.hash, brought)
        self.close_round()

    def decided(self):
        """Whether all who are asked have said yes to the ballot on the running round."""
        asked = self.table.awake() & ~self.ballot.question.seats
        return all((self.table.round, seat) in self.votes for seat in engine.seats_of(asked))

    def close_round(self):
        """Folds the running round if all that it needs is here."""
        table, question = self.table, self.ballot and self.ballot.question
        if question is None:
            needed = set(table.owed())
        elif not self.decided():
            return
        else:
            needed = set() if question.tag == "End" else {seat for seat in table.owed() if not question.seats & only(seat)}
        if table.phase == "over" or not needed <= set(self.pending):
            return
        try:
            table.fold(self.pending, question)
        except Unfoldable as refused:
            raise Bad(refused.seat, refused.check) from None
        self.pending, self.ballot = {}, None

    def take_vote(self, seat, content):
        """An answer in a file: of one ballot, by seats in their order, and yes, before the entries of its round."""
        table = self.table
        try:
            vote = codec.decode(wire.Vote, content.body)
        except codec.Malformed:
            raise Bad(seat, 101) from None
        if self.votes.get((content.round, seat)) == vote.ballot:
            # All that are kept have said yes.
            raise Bad(None, 723) if vote.yes else Bad(seat, 723)
        if content.table != table.id or content.round != table.round or self.pending:
            raise Bad(None, 724)
        self.checked(seat, lambda: records.check_vote(table, content, vote))
        before = [other for round, other in self.votes if round == table.round]
        in_order = self.ballot in (None, vote.ballot) and all(other < seat for other in before)
        if not vote.yes or not in_order:
            raise Bad(None, 724)
        self.ballot = vote.ballot
        self.votes[content.round, seat] = vote.ballot
        self.close_round()

    def checked(self, seat, check):
        try:
            return check()
        except Refused as refused:
            if refused.check == 104:
                raise Bad(None, 104) from None
            if refused.check == 105 and self.other_camp() >= CAMP:
                raise Bad(None, 109) from None
            raise Bad(seat, refused.check) from None

    def other_camp(self):
        """How many seats of the rest of the file stand together on one other digest of this round (checks.md, NC-109)."""
        table, roster, left = self.table, self.table.genesis.roster, []
        for record in self.records[self.good :]:
            try:
                entry = Entry(record)
            except codec.Malformed:
                continue
            content = entry.content
            if content.kind != "entry" or content.table != table.id or content.seat >= len(roster):
                continue
            if entry.is_signed_by(roster[content.seat].key):
                left.append(entry)
        camps = {}
        for entry in left:
            content = entry.content
            if content.round == table.round and content.head == table.head and content.digest != table.digest:
                camps.setdefault(content.digest, {})[content.seat] = entry.hash
        return max((len(self.camp(camp, left)) for camp in camps.values()), default=0)

    def camp(self, signed, left):
        """Who has signed a digest, and who has gone on to the next round over such entries."""
        table = self.table
        folded = {seat: pending[0] for seat, pending in self.pending.items()} | signed
        head = hashing.h256(HEAD, table.head, hashing.u32(table.round), *(folded[seat] for seat in sorted(folded)))
        following = [entry.content for entry in left if entry.content.round == table.round + 1]
        return set(signed) | {content.seat for content in following if content.head == head}

    def take_closing(self, seat, entry):
        """In the order of seats; two of one seat, which is possible, in that of their hashes."""
        place = (seat, entry.hash)
        twice = [other for other, _hash in self.closed].count(seat) > 1
        if twice or (self.closed and self.closed[-1] >= place) or not closing_holds(self.table, entry.content):
            raise Bad(seat, 801)
        self.closed.append(place)


def closing_holds(table, content):
    """Whether a closing record stands over the final head and outcome, and opens what it says (table.md, Closing records)."""
    place = (content.table, content.round, content.head, content.digest)
    if table.phase != "over" or place != (table.id, table.round, table.head, table.digest):
        return False
    try:
        closing = codec.decode(wire.Closing, content.body)
    except codec.Malformed:
        return False
    if closing.outcome != table.state.phase.outcome:
        return False
    return closing.reveal is None or reveal_holds(table, content.seat, closing.reveal)


def reveal_holds(table, seat, reveal):
    options, outcome, hand = table.options, table.state.phase.outcome, reveal.hand
    if reveal.slots is not None:
        fits = options.full_reveal and len(hand) == len(table.lists.hands[seat])
    else:
        fits = not options.full_reveal and options.scoring and outcome.tag == "Won"
        fits = fits and set(hand) <= set(operations.key_faces(outcome.association, table.state.pile == 0))
    if not fits or not operations.ascending(hand):
        return False
    ops = operations.reveal(seat, hand, reveal.slots)
    try:
        operations.Checker(table.keys, table.context(seat), table.lists).all(ops, reveal.proofs)
    except Refused:
        return False
    table.performed.update(op.tag for op in ops)
    return True


def load_cache(path):
    if path.exists():
        data = path.read_bytes()
        proofs.accepted.update(data[at : at + 32] for at in range(0, len(data), 32))


def main(arguments):
    cache = None
    if arguments[:1] == ["--cache"]:
        cache, arguments = Path(arguments[1]), arguments[2:]
        load_cache(cache)
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    audit = Audit(Path(arguments[0]).read_bytes())
    if cache is not None:
        cache.write_bytes(b"".join(sorted(proofs.accepted)))
    print(audit.line())
    return audit.exit_code()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
