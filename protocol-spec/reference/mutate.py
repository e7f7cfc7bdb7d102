#!/usr/bin/env python3
"""Mutates transcripts and compares both audits of every mutant.

    python3 mutate.py --binary PATH --count N --seed S [--identities JSON] FILE..

PATH is nightcoach-cli. Both must agree on exit code, first bad record, seat and check. With the identities of the seats of
generated transcripts (`vectors/transcripts.json`) records are also changed inside and signed anew, or else only bytes and the
order of records are changed. Ends with 1 when there is a difference; mutants that differ are kept beside the working directory.
"""

import argparse
import collections
import hashlib
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import codec
import group
import hashing
import wire
from audit import FIRST_LINE, Audit, records_of
from records import SIGNATURE

VERDICT = re.compile(r"INVALID at record (\d+)(?:, by [^:]*?\[(\d+)\])?(?:, check NC-(\d+))?[ :]")


def sign(seed, content):
    """A record: the content signed with the identity of a 32-byte seed (RFC 8032, 5.1.6)."""
    digest = hashlib.sha512(seed).digest()
    secret = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    message = hashing.h256(SIGNATURE, content)
    nonce = group.wide_scalar(hashlib.sha512(digest[32:] + message).digest())
    commitment = group.edwards_encode(group.combine([(nonce, group.BASE)]))
    challenge = group.wide_scalar(hashlib.sha512(commitment + public(seed) + message).digest())
    response = (nonce + challenge * secret) % group.ORDER
    return codec.encode(wire.Record, codec.Value("Record", content=content, signature=commitment + response.to_bytes(32, "little")))


def public(seed):
    digest = hashlib.sha512(seed).digest()
    secret = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
    return group.edwards_encode(group.combine([(secret % group.ORDER, group.BASE)]))


def file_of(records):
    return FIRST_LINE + b"".join(len(record).to_bytes(4, "little") + record for record in records)


class Mutator:
    """One transcript and the ways to spoil it."""

    def __init__(self, data, identities, rng):
        self.data = data
        self.records = records_of(data)
        self.identities = identities
        self.rng = rng
        first = codec.decode(wire.Content, codec.decode(wire.Record, self.records[0]).content)
        self.roster = [seat.key for seat in codec.decode(wire.Body, first.body).genesis.roster]
        self.ways = [self.flip, self.cut, self.drop, self.swap, self.double, self.shorten, self.move]
        if all(key in identities for key in self.roster):
            self.ways += [self.change_content, self.change_content, self.second, self.camp, *6 * [self.change_body]]

    def mutant(self):
        """Bytes of a spoilt file, and how it was spoilt."""
        way = self.rng.choice(self.ways)
        data = way()
        # A change that changes nothing, such as a swap of equal values, is made up for.
        return (data, way.__name__) if data != self.data else self.mutant()

    def place(self):
        return self.rng.randrange(len(self.records))

    def flip(self):
        data = bytearray(self.data)
        data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        return bytes(data)

    def cut(self):
        return self.data[: self.rng.randrange(len(self.data))]

    def drop(self):
        records = list(self.records)
        del records[self.place()]
        return file_of(records)

    def swap(self):
        records, here = list(self.records), self.place()
        there = min(here + self.rng.choice((1, 1, 2, 9)), len(records) - 1)
        records[here], records[there] = records[there], records[here]
        return file_of(records)

    def double(self):
        records, here = list(self.records), self.place()
        records.insert(self.rng.choice((here, self.place())), records[here])
        return file_of(records)

    def move(self):
        records = list(self.records)
        record = records.pop(self.place())
        records.insert(self.rng.randrange(len(records) + 1), record)
        return file_of(records)

    def shorten(self):
        records, here = list(self.records), self.place()
        records[here] = records[here][: self.rng.randrange(len(records[here]))]
        return file_of(records)

    def content(self, place):
        return codec.decode(wire.Content, codec.decode(wire.Record, self.records[place]).content)

    def resigned(self, content, seat=None):
        seat = content.seat if seat is None else seat
        return sign(self.identities[self.roster[seat]], codec.encode(wire.Content, content))

    def change_content(self):
        """Another head, digest, table, round, seat or kind, signed by its author or by the seat it names."""
        records, here = list(self.records), self.place()
        content = self.content(here)
        field = self.rng.choice(["kind", "table", "round", "head", "digest", "seat"])
        changed = content.but(**{field: alter(wire.Content.fields[field], getattr(content, field), self.rng)})
        records[here] = self.resigned(changed, changed.seat if changed.seat < len(self.roster) else content.seat)
        return file_of(records)

    def change_body(self):
        """Something in the body is another value, or the body another one of the transcript."""
        records, here = list(self.records), self.place()
        content = self.content(here)
        kind = {"closing": wire.Closing, "vote": wire.Vote}.get(content.kind, wire.Body)
        roll = self.rng.random()
        if roll < 0.1:
            body = self.content(self.place()).body
        elif roll < 0.2:
            body = bytearray(content.body)
            body[self.rng.randrange(len(body))] ^= 1 << self.rng.randrange(8)
            body = bytes(body)
        else:
            body = codec.encode(kind, alter(kind, codec.decode(kind, content.body), self.rng))
        records[here] = self.resigned(content.but(body=body))
        return file_of(records)

    def second(self):
        """Two different entries of one seat in one round."""
        records, here = list(self.records), self.place()
        content = self.content(here)
        other = self.resigned(content.but(digest=alter(codec.HASH, content.digest, self.rng)))
        records.insert(here + self.rng.choice((0, 1, 1)), other)
        return file_of(records)

    def camp(self):
        """Several entries that follow each other carry one other digest."""
        records, here = list(self.records), self.place()
        digest = self.rng.randbytes(32)
        for place in range(here, min(here + self.rng.randrange(1, 4), len(records))):
            records[place] = self.resigned(self.content(place).but(digest=digest))
        return file_of(records)


def alter(kind, value, rng):
    """Another value of a type, near the given one where that can be."""
    if isinstance(kind, codec.Unsigned):
        return rng.choice([value + 1, value - 1, value ^ 1 << rng.randrange(8 * kind.width), 0]) % 256**kind.width
    if isinstance(kind, codec.Truth):
        return not value
    if isinstance(kind, codec.Array):
        return alter_bytes(value, rng, kind.width)
    if isinstance(kind, codec.ByteString):
        return rng.choice([b"", value[:-1], value + b"\0", alter_bytes(value, rng, len(value))])
    if isinstance(kind, codec.Text):
        return value + "'"
    if isinstance(kind, codec.Names):
        return rng.choice(kind.names)
    if isinstance(kind, codec.Option):
        return alter_option(kind, value, rng)
    if isinstance(kind, (codec.Sequence, codec.Repeated)):
        return alter_list(kind, value, rng)
    if isinstance(kind, codec.Several):
        at = rng.randrange(len(value))
        return value[:at] + (alter(kind.types[at], value[at], rng),) + value[at + 1 :]
    return alter_fields(kind, value, rng)


def alter_bytes(value, rng, width):
    if not value:
        return value
    at = rng.randrange(width)
    flipped = value[:at] + bytes([value[at] ^ 1 << rng.randrange(8)]) + value[at + 1 :]
    return rng.choice([flipped, flipped, bytes(width), value[32:] + value[:32]])


def alter_option(kind, value, rng):
    if value is None:
        return some(kind.of, rng)
    return None if rng.random() < 0.5 else alter(kind.of, value, rng)


def alter_list(kind, value, rng):
    if not value:
        return [some(kind.of, rng)] if isinstance(kind, codec.Sequence) else value
    value, at = list(value), rng.randrange(len(value))
    roll = rng.random()
    if isinstance(kind, codec.Repeated) or roll < 0.6:
        value[at] = alter(kind.of, value[at], rng)
    elif roll < 0.7:
        del value[at]
    elif roll < 0.8:
        value.append(value[at])
    else:
        there = rng.randrange(len(value))
        value[at], value[there] = value[there], value[at]
    return value


def alter_fields(kind, value, rng):
    """One field changed; of an enum now and then another variant."""
    if isinstance(kind, codec.Enum):
        if rng.random() < 0.2 or not kind.variants[value.tag].fields:
            return some(kind, rng)
        kind = kind.variants[value.tag]
    field = rng.choice(list(kind.fields))
    return value.but(**{field: alter(kind.fields[field], getattr(value, field), rng)})


def some(kind, rng):
    """Any small value of a type."""
    if isinstance(kind, codec.Unsigned):
        return rng.choice([0, 1, 2, rng.randrange(256**kind.width)])
    if isinstance(kind, codec.Truth):
        return rng.random() < 0.5
    if isinstance(kind, codec.Array):
        return rng.randbytes(kind.width)
    if isinstance(kind, codec.ByteString):
        return b""
    if isinstance(kind, codec.Text):
        return "x"
    if isinstance(kind, codec.Names):
        return rng.choice(kind.names)
    if isinstance(kind, codec.Option):
        return None if rng.random() < 0.5 else some(kind.of, rng)
    if isinstance(kind, codec.Sequence):
        return [some(kind.of, rng) for _ in range(rng.randrange(3))]
    if isinstance(kind, codec.Repeated):
        return [some(kind.of, rng) for _ in range(kind.count)]
    if isinstance(kind, codec.Several):
        return tuple(some(part, rng) for part in kind.types)
    if isinstance(kind, codec.Enum):
        kind = kind.variants[rng.choice(kind.tags)]
    return codec.Value(kind.tag, **{name: some(field, rng) for name, field in kind.fields.items()})


def ours(data):
    audit = Audit(data)
    if audit.verdict != "invalid":
        return audit.exit_code(), None, None, None
    return 1, audit.good, audit.seat, audit.check


def theirs(binary, data):
    """Exit code, first bad record, seat and check of the other program."""
    with tempfile.NamedTemporaryFile(suffix=".nightcoach") as file:
        file.write(data)
        file.flush()
        done = subprocess.run([binary, "audit", file.name], capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    found = VERDICT.search(lines[-1]) if lines else None
    if found is None:
        return done.returncode, None, None, None
    record, place, check = (None if text is None else int(text) for text in found.groups())
    return done.returncode, record, None if place is None else place - 1, check


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--identities", type=Path)
    parser.add_argument("files", nargs="+", type=Path)
    arguments = parser.parse_args()
    seeds = json.loads(arguments.identities.read_text())["identities"] if arguments.identities else []
    identities = {public(bytes.fromhex(seed)): bytes.fromhex(seed) for seed in seeds}
    rng = random.Random(arguments.seed)
    mutators = [Mutator(file.read_bytes(), identities, rng) for file in arguments.files]
    for mutator in mutators:
        # What holds in the whole file is not checked again in its mutants.
        if ours(mutator.data) != theirs(arguments.binary, mutator.data):
            print("the audits of an unchanged file differ")
            return 1
    return compare(arguments, mutators, rng)


def compare(arguments, mutators, rng):
    counts, differing = collections.Counter(), 0
    for number in range(arguments.count):
        data, way = rng.choice(mutators).mutant()
        here, there = ours(data), theirs(arguments.binary, data)
        counts[way, here[3] if here[0] == 1 else f"exit {here[0]}"] += 1
        if here != there:
            differing += 1
            kept = Path(f"mutant-{arguments.seed}-{number}.nightcoach")
            kept.write_bytes(data)
            print(f"{kept} ({way}): here {here}, there {there}")
    for (way, end), count in sorted(counts.items(), key=str):
        print(f"{count:5} {way}: {end if isinstance(end, str) else 'file' if end is None else f'NC-{end}'}")
    print(f"{arguments.count - differing} of {arguments.count} mutants have the same verdict in both audits")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
