"""The public half of a table (table.md): rounds from the genesis to the end, the checks of one entry, the fold of a round."""


import codec
import engine
import group
import hashing
import operations
import proofs
import wire
from cards import BAGS, associations, associations_each, first_deck, joining_deck, mixed_with_bags, start_hand
from operations import Checker, Fresh, Lists, Refused, are_cards, perform, require

GENESIS = b"nightcoach/v1/genesis"
TABLE = b"nightcoach/v1/table"
CONTEXT = b"nightcoach/v1/ctx"
DIGEST = b"nightcoach/v1/digest"
KEYS = b"nightcoach/v1/keys"
START = b"nightcoach/v1/start"
SEAL = b"nightcoach/v1/seal"
HEAD = b"nightcoach/v1/head"
EPOCH = 0
ANSWER_LENGTH = 64

# Numbers of the kinds of rounds (table.md, Rounds).
KIND = {"genesis": 0, "key commit": 1, "key open": 2, "shuffle": 3, "deal over": 4, "deal strip": 5, "rekey": 6}
KIND |= {"act": 7, "unseal": 8, "over": 10}
GROUP_KIND = {"Draw": 9, "Look objects": 11, "Look spares": 12, "Strip": 13, "ShuffleRest": 14, "DrawSpare": 15}
BODY = {"genesis": "Genesis", "key commit": "KeyCommit", "key open": "KeyOpen", "shuffle": "Shuffle"}
BODY |= {"deal over": "Shares", "deal strip": "Shares", "rekey": "Shares", "unseal": "Unseal"}


class Unusable(Exception):
    """No table can begin from a genesis."""

    def __init__(self, check, why):
        super().__init__(why)
        self.check = check


class Keys:
    """Everybody's public keys by seat, and their sums."""

    def __init__(self, opened):
        self.deal = [open.deal for open in opened]
        self.pile = [open.pile for open in opened]
        self.hand = [open.hand for open in opened]
        self.deal_sum = summed(self.deal)
        self.pile_sum = summed(self.pile)
        self.layered = [summed([hand, self.pile_sum]) for hand in self.hand]

    def any_sum_is_identity(self):
        return group.ZERO_ENCODING in [self.deal_sum, self.pile_sum, *self.layered]


def summed(elements):
    return group.encode(group.total(group.decode(element) for element in elements))


def open_card(deck, face):
    return group.ZERO_ENCODING + operations.points(deck, [face])[0]


def start_seat(seats, chances):
    """The first byte below the largest multiple of n decides (table.md, Set-up)."""
    limit = 255 // seats * seats
    stream = hashing.h256(START, *chances)
    while True:
        for byte in stream:
            if byte < limit:
                return byte % seats
        stream = hashing.h256(START, stream)


class Decks:
    """Cards on their way from the box to the table."""

    def __init__(self, options):
        self.options = options
        self.decks = {
            "associations": [open_card("associations", side) for side in associations(options)],
            "occupations": [open_card("occupations", face) for face in wire.OCCUPATIONS],
            "objects": [open_card("objects", face) for face in first_deck(options)],
        }
        self.layered = []

    def shufflers(self, hop):
        """The deck of every seat that shuffles in a hop."""
        n = self.options.seats
        decks = ["associations", "occupations", "objects"]
        if hop >= n:
            decks = ["start", "objects"] if self.options.sealed_start else ["start"]
        return {(hop + offset) % n: deck for offset, deck in enumerate(decks)}

    def begin_second_stage(self):
        """The first objects and both bags make the starting hands; what no hand may start with joins the rest."""
        mixed = mixed_with_bags(self.options.seats)
        objects = self.decks["objects"]
        self.decks["start"] = objects[:mixed] + [open_card("objects", bag) for bag in BAGS]
        self.decks["objects"] = objects[mixed:] + [open_card("objects", face) for face in joining_deck(self.options)]

    def dealt(self):
        """Seat by seat: associations, occupation, starting hand."""
        each, hand = associations_each(self.options), start_hand(self.options.seats)
        cards = []
        for seat in range(self.options.seats):
            cards += self.decks["associations"][each * seat : each * (seat + 1)]
            cards.append(self.decks["occupations"][seat])
            cards += self.decks["start"][hand * seat : hand * (seat + 1)]
        return cards

    def undealt(self):
        return self.decks["objects"] + self.decks["occupations"][self.options.seats :]

    def cards_each(self):
        return associations_each(self.options) + 1 + start_hand(self.options.seats)

    def lists(self, cards):
        """The lists after the second half of the deal."""
        each, lists = associations_each(self.options), Lists()
        for at in range(0, len(cards), self.cards_each()):
            own = cards[at : at + self.cards_each()]
            lists.associations.append(own[:each])
            lists.occupations.append(own[each])
            lists.hands.append(own[each + 1 :])
        lists.aside = self.decks["associations"][each * self.options.seats :]
        return lists


def combined(cards, shares, keeps_first):
    """The cards under their new keys; a strip keeps the first half beside the sum of the shares. NC-401 if they cancel."""
    result = []
    for index, card in enumerate(cards):
        first = [group.decode(card[:32])] if keeps_first else []
        a = group.total(first + [group.decode(seat[index][:32]) for seat in shares])
        b = group.total([group.decode(card[32:])] + [group.decode(seat[index][32:]) for seat in shares])
        result.append(group.encode(a) + group.encode(b))
    return result if proofs.is_masked(result) else None


class Table:
    def __init__(self, genesis):
        options = genesis.options
        if genesis.version != wire.VERSION:
            raise Unusable(701, "another version")
        if not engine.options_allowed(options) or len(genesis.roster) != options.seats:
            raise Unusable(701, "options that make no table")
        keys = [seat.key for seat in genesis.roster]
        if len(set(keys)) < len(keys) or not all(hashing.is_strong_key(key) for key in keys):
            raise Unusable(702, "weak or repeated identity keys")
        self.genesis, self.options, self.seats = genesis, options, options.seats
        self.id = bytes(32)
        self.round = 0
        self.head = hashing.h256(GENESIS, codec.encode(wire.Genesis, genesis))
        self.phase, self.hop, self.group_ops = "genesis", 0, []
        self.commitments, self.sealed_under = {}, {}
        self.keys, self.start = None, 0
        self.decks, self.lists, self.state = Decks(options), Lists(), None
        self.seen = set()
        # Names of all operations and claims so far, for the tests of this program.
        self.performed = set()
        self.digest = self.compute_digest()

    def compute_digest(self):
        return hashing.h256(DIGEST, codec.encode(wire.DIGESTED, (self.state, self.lists.to_wire())))

    def kind(self):
        if self.phase != "group":
            return KIND[self.phase]
        op = self.group_ops[0]
        return GROUP_KIND[f"Look {op.pile}" if op.tag == "Look" else op.tag]

    def context(self, seat):
        parts = (self.id, hashing.u32(EPOCH), self.head, bytes([self.kind()]), hashing.u32(self.round), bytes([seat]))
        return hashing.h256(CONTEXT, *parts)

    def owed(self):
        """The seats that owe an entry in the running round."""
        everybody = list(range(self.seats))
        if self.phase == "shuffle":
            return sorted(self.decks.shufflers(self.hop))
        if self.phase == "group":
            op = self.group_ops[0]
            return [op.by] if op.tag == "ShuffleRest" else everybody
        if self.phase == "act":
            return engine.seats_of(engine.owed(self.state))
        if self.phase == "unseal":
            return sorted(self.commitments)
        return [] if self.phase == "over" else everybody

    def check(self, content):
        """What an entry brings, with every check that one entry alone can be put to, in the order of checks.md."""
        seat = content.seat
        require(content.head == self.head, 104)
        require(content.digest == self.digest, 105)
        require(seat in self.owed(), 106)
        try:
            body = codec.decode(wire.Body, content.body)
        except codec.Malformed:
            raise Refused(101) from None
        if body.tag in ("Act", "Unseal") and self.state is not None:
            self.legal(seat, body.action)
        wanted = BODY.get(self.phase)
        if self.phase == "group":
            wanted = "Shuffle" if self.group_ops[0].tag == "ShuffleRest" else "Shares"
        elif self.phase == "act":
            wanted = "Seal" if engine.is_sealed(self.state) else "Act"
        require(body.tag == wanted, 108)
        return getattr(self, "check_" + self.phase.replace(" ", "_"))(seat, body)

    def legal(self, seat, action):
        try:
            return engine.judge(self.state, seat, action)
        except engine.Illegal:
            raise Refused(501) from None

    def check_genesis(self, _seat, body):
        require(body.genesis == self.genesis, 701)

    def check_key_commit(self, _seat, body):
        return body.commitment

    def check_key_open(self, seat, body):
        parts = (bytes([seat]), body.deal, body.pile, body.hand, body.chance, body.nonce)
        require(self.commitments[seat] == hashing.h256(KEYS, *parts), 204)
        keys = {"deal": body.deal, "pile": body.pile, "hand": body.hand}
        require(len(set(keys.values())) == 3, 202)
        for key in keys.values():
            require(group.decode(key) is not None and key != group.ZERO_ENCODING, 201)
        ctx = self.context(seat)
        for role, key in keys.items():
            require(proofs.verify_ownership(ctx, role, key, getattr(body, role + "_proof")), 203)
        return body

    def check_shuffle(self, seat, body):
        deck = self.decks.shufflers(self.hop)[seat]
        return self.shuffled(seat, ("deal", self.keys.deal_sum), self.decks.decks[deck], body)

    def shuffled(self, seat, key, before, body):
        require(len(body.cards) == len(before) and are_cards(body.cards), 301)
        self.require_fresh(body.cards)
        require(proofs.verify_shuffle(self.context(seat), *key, before, body.cards, body.argument), 302)
        return body.cards

    def check_deal_over(self, seat, body):
        to = [key for key in self.keys.layered for _ in range(self.decks.cards_each())]
        return self.shares(seat, "deal", ("deal", self.decks.dealt()), ("layered", to), body)

    def check_deal_strip(self, seat, body):
        to = [key for key in self.keys.hand for _ in range(self.decks.cards_each())]
        return self.shares(seat, "pile", ("layered", self.decks.layered), ("hand", to), body)

    def check_rekey(self, seat, body):
        cards = self.decks.undealt()
        return self.shares(seat, "deal", ("deal", cards), ("pile", [self.keys.pile_sum] * len(cards)), body)

    def shares(self, seat, role, cards, to, body):
        require(len(body.shares) == len(cards[1]) and are_cards(body.shares), 401)
        self.require_fresh(body.shares)
        giver = (role, getattr(self.keys, role)[seat])
        require(proofs.verify_share(self.context(seat), giver, cards, to, body.shares, body.proof), 402)
        return body.shares

    def handed_over(self, op):
        """The cards of a group operation with the role of their key, and the receiving keys."""
        if op.tag == "Strip":
            to = [self.keys.hand[to] for _owner, to, _what, _card in self.lists.passed]
            return ("layered", [card for _owner, _to, _what, card in self.lists.passed]), ("hand", to)
        cards = {"Draw": self.lists.pile[:1], "DrawSpare": self.lists.spares[:1]}.get(op.tag)
        if cards is None:
            cards = self.lists.pile_named(op.pile)
        return ("pile", cards), ("hand", [self.keys.hand[op.to]] * len(cards))

    def check_group(self, seat, body):
        op = self.group_ops[0]
        if op.tag == "ShuffleRest":
            return self.shuffled(seat, ("pile", self.keys.pile_sum), self.lists.pile[op.place :], body)
        cards, to = self.handed_over(op)
        return self.shares(seat, "pile", cards, to, body)

    def check_act(self, seat, body):
        if body.tag == "Seal":
            return body.commitment
        return self.check_operations(seat, body)

    def check_unseal(self, seat, body):
        answer = codec.encode(wire.Action, body.action).ljust(ANSWER_LENGTH, b"\0")
        require(self.commitments[seat] == hashing.h256(SEAL, self.sealed_under[seat], answer, body.nonce), 601)
        return self.check_operations(seat, body)

    def check_operations(self, seat, body):
        ops = self.legal(seat, body.action)
        self.require_fresh([card for proof in body.proofs for card in proof.shuffled + proof.copies])
        return body.action, Checker(self.keys, self.context(seat), self.lists).all(ops, body.proofs)

    def require_fresh(self, cards):
        halves = [card[:32] for card in cards]
        require(len(set(halves)) == len(halves) and self.seen.isdisjoint(halves), 511)

    def fold(self, entries):
        """Closes the running round with (content hash, what the check gave) by seat. A refusal here blames (seat, check)."""
        phase, brought = self.phase, {seat: entries[seat][1] for seat in sorted(entries)}
        getattr(self, "fold_" + phase.replace(" ", "_"))(brought)
        self.head = hashing.h256(HEAD, self.head, hashing.u32(self.round), *(entries[seat][0] for seat in sorted(entries)))
        if phase == "genesis":
            self.id = hashing.h256(TABLE, hashing.u16(wire.VERSION), self.head)
        self.round += 1
        self.digest = self.compute_digest()

    def remember(self, cards):
        self.seen.update(card[:32] for card in cards)

    def fold_genesis(self, _brought):
        self.phase = "key commit"

    def fold_key_commit(self, brought):
        self.commitments = brought
        self.phase = "key open"

    def fold_key_open(self, brought):
        known = set()
        for seat, opened in brought.items():
            for key in (opened.deal, opened.pile, opened.hand):
                if key in known:
                    raise Unfoldable(seat, 202)
                known.add(key)
        self.keys = Keys(brought.values())
        if self.keys.any_sum_is_identity():
            raise Unfoldable(max(brought), 202)
        if self.options.start_player == "random":
            self.start = start_seat(self.seats, [opened.chance for opened in brought.values()])
        self.phase = "shuffle"

    def fold_shuffle(self, brought):
        for seat, deck in self.decks.shufflers(self.hop).items():
            self.decks.decks[deck] = brought[seat]
            self.remember(brought[seat])
        self.hop += 1
        if self.hop == self.seats:
            self.decks.begin_second_stage()
        if self.hop == 2 * self.seats:
            self.phase = "deal over"

    def sum_shares(self, cards, brought, keeps_first):
        result = combined(cards, list(brought.values()), keeps_first)
        if result is None:
            raise Unfoldable(max(brought), 401)
        for shares in brought.values():
            self.remember(shares)
        return result

    def fold_deal_over(self, brought):
        self.decks.layered = self.sum_shares(self.decks.dealt(), brought, False)
        self.phase = "deal strip"

    def fold_deal_strip(self, brought):
        self.lists = self.decks.lists(self.sum_shares(self.decks.layered, brought, True))
        self.phase = "rekey"

    def fold_rekey(self, brought):
        cards = self.sum_shares(self.decks.undealt(), brought, False)
        count = len(self.decks.decks["objects"])
        lists = self.lists
        lists.pile, lists.spares = cards[:count], cards[count:]
        for dealt in (*lists.hands, *lists.associations, lists.occupations, lists.pile, lists.spares):
            self.remember(dealt)
        self.state = engine.set_up(self.options, self.start)
        self.phase = "act"

    def fold_act(self, brought):
        if engine.is_sealed(self.state):
            self.sealed_under = {seat: self.context(seat) for seat in brought}
            self.commitments = brought
            self.phase = "unseal"
        else:
            self.fold_actions(brought)

    def fold_unseal(self, brought):
        self.fold_actions(brought)

    def fold_actions(self, brought):
        step = engine.apply(self.state, {seat: action for seat, (action, _ops) in brought.items()})
        shown_before, shows = self.lists.shown is not None, False
        for seat, (_action, ops) in brought.items():
            for op, fresh in ops:
                shows |= op.tag == "ShowHand"
                self.perform(seat, op, fresh)
                self.remember(fresh.shuffled + fresh.copies)
        for op in step.after:
            self.perform(max(brought), op, Fresh())
        tag = step.state.phase.tag
        if tag not in ("Reorder", "Exchange"):
            self.lists.looked = None
        if shown_before and tag != "Taking" and not shows:
            self.lists.shown = None
        self.state = step.state
        self.go_on(group_rounds(step.group))

    def perform(self, seat, op, fresh):
        self.performed.add(op.claim if op.tag == "Claim" else op.tag)
        if not perform(op, fresh, self.lists):
            raise Unfoldable(seat, 502)

    def fold_group(self, brought):
        op = self.group_ops[0]
        if op.tag == "ShuffleRest":
            [cards] = brought.values()
        else:
            (_role, masked), _to = self.handed_over(op)
            cards = self.sum_shares(masked, brought, op.tag == "Strip")
        self.remember(cards)
        self.perform(max(brought), op, Fresh(copies=cards))
        self.go_on(self.group_ops[1:])

    def go_on(self, group_ops):
        """The next group operation, or what the rules ask for."""
        self.group_ops = group_ops
        if group_ops:
            self.phase = "group"
        else:
            self.phase = "over" if engine.outcome(self.state) else "act"


class Unfoldable(Refused):
    """All entries of a round together fail, and none alone."""

    def __init__(self, seat, check):
        super().__init__(check)
        self.seat = seat


def group_rounds(ops):
    """One round for each group operation; the rest of a pile is shuffled by one seat after the other."""
    rounds = []
    for op in ops:
        if op.tag == "ShuffleRest":
            rounds += [op.but(by=seat) for seat in engine.seats_of(op.by)]
        else:
            rounds.append(op)
    return rounds
