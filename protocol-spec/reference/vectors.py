#!/usr/bin/env python3
"""Checks every vector of a folder: python3 vectors.py [FOLDER]

Every file keeps the schema, everything accepted is accepted, everything refused is refused and names the accepted case that
it changes, and whole transcripts have the verdict that is written beside them. Ends with 1 when something does not hold.
"""

import json
import sys
from pathlib import Path

import codec
import group
import hashing
import messages
import operations
import proofs
import schema
import wire
from audit import Audit, records_of
from mutate import file_of


class Wrong(Exception):
    """A vector does not hold."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


def unhex(text):
    return bytes.fromhex(text)


def all_unhex(texts):
    return [bytes.fromhex(text) for text in texts]


def bases(vectors, _folder):
    for vector in vectors["faces"]:
        point = operations.points(vector["deck"], [vector["face"]])[0]
        require(point.hex() == vector["point"], vector["face"])
    for number, text in enumerate(vectors["bases"]["points"]):
        require(group.encode(proofs.base(number)).hex() == text, f"base {number}")
    return len(vectors["faces"]) + len(vectors["bases"]["points"])


def faces(names):
    return operations.points("objects", names)


def verify(relation, ctx, statement, proof):
    """Whether a proof of `cards-proofs.json` holds."""
    cards = all_unhex(statement.get("cards", []))
    if relation == "ownership":
        return proofs.verify_ownership(ctx, statement["role"], unhex(statement["key"]), proof)
    if relation == "open":
        return proofs.verify_open(ctx, unhex(statement["key"]), cards, faces(statement["faces"]), proof)
    if relation == "transfer":
        receiver, output = unhex(statement["to"]), all_unhex(statement["output"])
        return proofs.verify_transfer(ctx, unhex(statement["from"]), cards, statement["to role"], receiver, output, proof)
    if relation == "share":
        giver = (statement["role"], unhex(statement["key"]))
        to = (statement["to role"], all_unhex(statement["to"]))
        shares = all_unhex(statement["shares"])
        return proofs.verify_share(ctx, giver, (statement["cards role"], cards), to, shares, proof)
    if relation == "shuffle":
        lists = all_unhex(statement["input"]), all_unhex(statement["output"])
        return proofs.verify_shuffle(ctx, statement["role"], unhex(statement["key"]), *lists, proof)
    formula = [
        [(leaf["kind"] == "equal", cards[leaf["card"]], faces([leaf["face"]])[0]) for leaf in conjunction]
        for conjunction in statement["any of"]
    ]
    return proofs.verify_claim(ctx, unhex(statement["key"]), formula, proof)


def relations(vectors, _folder):
    accepted = {vector["relation"]: vector for vector in vectors["accepted"]}
    for name, vector in accepted.items():
        require(verify(name, unhex(vector["ctx"]), vector["statement"], unhex(vector["proof"])), name)
    for vector in vectors["refused"]:
        name = vector["changes"]
        holds = verify(name, unhex(vector["ctx"]), accepted[name]["statement"], unhex(vector["proof"]))
        require(not holds, f"{name}: {vector['why']}")
    return count(vectors)


def count(vectors):
    return len(vectors["accepted"]) + len(vectors["refused"])


def by_name(vectors):
    """The accepted cases; every refused one must change one of them."""
    accepted = {vector["name"]: vector for vector in vectors["accepted"]}
    require(len(accepted) == len(vectors["accepted"]), "a name occurs twice")
    for vector in vectors["refused"]:
        require(vector["changes"] in accepted, f"{vector['changes']} is no accepted case")
    return accepted


def elements(vectors, _folder):
    for name, vector in by_name(vectors).items():
        element = group.decode(unhex(vector["bytes"]))
        require(element is not None and group.encode(element) == unhex(vector["bytes"]), name)
    for vector in vectors["refused"]:
        require(group.decode(unhex(vector["bytes"])) is None, vector["why"])
    return count(vectors)


def signatures(vectors, _folder):
    def holds(vector):
        message = hashing.h256(vector["label"].encode(), unhex(vector["content"]))
        return hashing.signature_holds(unhex(vector["key"]), message, unhex(vector["signature"]))

    for name, vector in by_name(vectors).items():
        require(holds(vector), name)
    for vector in vectors["refused"]:
        require(not holds(vector), vector["why"])
    return count(vectors)


def hashes(vectors, _folder):
    for name, vector in by_name(vectors).items():
        hashed = hashing.h256(vector["label"].encode(), *all_unhex(vector["parts"]))
        require(hashed.hex() == vector["hash"], name)
    return count(vectors)


TYPES = {
    "Face": wire.FACE,
    "Kind": wire.KIND,
    "Association": wire.ASSOCIATION,
    "Occupation": wire.OCCUPATION,
    "Pile": wire.PILE,
    "Side": wire.SIDE,
    "Neighbour": wire.NEIGHBOUR,
    "Spoils": wire.SPOILS,
    "TradeCard": wire.TRADE_CARD,
    "Look": wire.LOOK,
    "LayeredCard": wire.LAYERED,
    "AbilityMode": wire.ABILITY_MODE,
    "StartPlayer": wire.START_PLAYER,
    "Membership": wire.Membership,
    "Power": wire.Power,
    "Outcome": wire.Outcome,
    "Phase": wire.Phase,
    "Action": wire.Action,
    "Options": wire.Options,
    "State": wire.State,
    "Genesis": wire.Genesis,
    "Content": wire.Content,
    "Admission": messages.ADMISSION,
    "Refusal": messages.Refusal,
    "Lobby": messages.Lobby,
    "Listing": messages.Listing,
    "Message": messages.Message,
    "Said": messages.Said,
}


def plain(text):
    """A name without case and underscores: JSON and this program spell names differently."""
    return text.replace("_", "").lower()


def same(kind, value, told):
    """Whether a decoded value is the one that JSON tells of."""
    if isinstance(kind, codec.Option):
        return told is None if value is None else same(kind.of, value, told)
    if isinstance(kind, (codec.Sequence, codec.Repeated)):
        return len(value) == len(told) and all(same(kind.of, *pair) for pair in zip(value, told))
    if isinstance(kind, codec.Several):
        return len(value) == len(told) and all(same(*triple) for triple in zip(kind.types, value, told))
    if isinstance(kind, codec.Names):
        return plain(value) == plain(told)
    if isinstance(kind, (codec.Array, codec.ByteString)):
        return list(value) == told
    if isinstance(kind, codec.Enum):
        fields = kind.variants[value.tag]
        if isinstance(told, str):
            return plain(told) == plain(value.tag) and not fields.fields
        [(tag, inner)] = told.items()
        return plain(tag) == plain(value.tag) and same_fields(fields, value, inner)
    if isinstance(kind, codec.Struct):
        return same_fields(kind, value, told)
    return value == told


def same_fields(struct, value, told):
    """A variant of one field may be told as that field alone, one of several fields as their list."""
    kinds, names = list(struct.fields.values()), list(struct.fields)
    if isinstance(told, dict) and sorted(map(plain, told)) == sorted(map(plain, names)):
        by_field = {plain(name): inner for name, inner in told.items()}
        return all(same(struct.fields[name], getattr(value, name), by_field[plain(name)]) for name in names)
    if len(names) == 1:
        return same(kinds[0], getattr(value, names[0]), told)
    values = [getattr(value, name) for name in names]
    return len(told) == len(names) and all(same(*triple) for triple in zip(kinds, values, told))


def encodings(vectors, _folder):
    for name, vector in by_name(vectors).items():
        kind, data = TYPES[vector["type"]], unhex(vector["bytes"])
        value = codec.decode(kind, data)
        require(codec.encode(kind, value) == data, name)
        require("value" not in vector or same(kind, value, vector["value"]), name)
    for vector in vectors["refused"]:
        try:
            codec.decode(TYPES[vector["type"]], unhex(vector["bytes"]))
        except codec.Malformed:
            continue
        raise Wrong(f"{vector['changes']}: {vector['why']}")
    require_variants(vectors["accepted"])
    return count(vectors)


def require_variants(accepted):
    """Every variant of every enum has a vector."""
    for name in {vector["type"] for vector in accepted}:
        kind, data = TYPES[name], {vector["bytes"][:8] for vector in accepted if vector["type"] == name}
        if isinstance(kind, codec.Names):
            require(len(data) == len(kind.names), name)
        elif isinstance(kind, codec.Enum):
            require(len(data) == len(kind.tags), name)


def mutant(data, edits):
    """The file after edits, each of which drops, repeats, inserts or replaces a record."""
    records = records_of(data)
    for edit in edits:
        if "drop" in edit:
            del records[edit["drop"]]
        elif "repeat" in edit:
            records.insert(edit["at"], records[edit["repeat"]])
        elif "insert" in edit:
            records.insert(edit["at"], unhex(edit["insert"]))
        else:
            records[edit["at"]] = unhex(edit["replace"])
    return file_of(records)


def transcripts(vectors, folder):
    performed, files = set(), {}
    for name, vector in by_name(vectors).items():
        files[name] = (folder / vector["file"]).read_bytes()
        audit = Audit(files[name])
        require(audit.verdict == vector["verdict"], f"{name}: {audit.line()}")
        require((audit.good, audit.table.head.hex()) == (vector["records"], vector["head"]), name)
        performed |= audit.table.performed
    unseen = (set(operations.MOVES) - {"Claim"} | set(operations.VIOLATED)) - performed
    require(not unseen, f"no transcript holds {sorted(unseen)}")
    for vector in vectors["refused"]:
        audit = Audit(mutant(files[vector["changes"]], vector["change"]))
        found = (audit.verdict, audit.good, audit.seat, audit.check)
        wanted = ("invalid", vector["record"], vector["seat"], vector["check"])
        require(found == wanted, f"{vector['changes']}, {vector['why']}: {audit.line()}")
    return count(vectors)


CHECKS = {
    "cards-bases": bases,
    "cards-proofs": relations,
    "elements": elements,
    "hashes": hashes,
    "messages": encodings,
    "signatures": signatures,
    "transcripts": transcripts,
    "wire": encodings,
}


def main(arguments):
    folder = Path(arguments[0]) if arguments else Path(__file__).parent.parent / "vectors"
    rules = json.loads((folder / "schema.json").read_text())
    failed = 0
    files = sorted(file for file in folder.glob("*.json") if file.name != "schema.json")
    if {file.stem for file in files} != set(CHECKS):
        print(f"the files of {folder} are not those that are checked: {sorted(CHECKS)}")
        return 1
    for file in files:
        vectors = json.loads(file.read_text())
        try:
            schema.validate(vectors, {"$ref": f"#/$defs/{file.stem}"}, rules)
            print(f"{file.name}: {CHECKS[file.stem](vectors, folder)} vectors hold")
        except (Wrong, schema.Invalid) as error:
            failed += 1
            print(f"{file.name}: {error}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
