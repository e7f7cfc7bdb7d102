"""The public half of a table (table.md): rounds from the genesis to the end, the checks of one entry, the fold of a round."""


import codec
import engine
import group
import hashing
import operations
import proofs
import records
import wire
from cards import BAGS, associations, associations_each, first_deck, joining_deck, mixed_with_bags, start_hand
from engine.facts import only
from operations import Checker, Fresh, Lists, Refused, are_cards, perform, require
from pilekey import Dealing, PileKey, combined, summed

GENESIS = b"nightcoach/v1/genesis"
TABLE = b"nightcoach/v1/table"
CONTEXT = b"nightcoach/v1/ctx"
DIGEST = b"nightcoach/v1/digest"
KEYS = b"nightcoach/v1/keys"
START = b"nightcoach/v1/start"
SEAL = b"nightcoach/v1/seal"
HEAD = b"nightcoach/v1/head"
PASSED = b"nightcoach/v1/passed"
ANSWER_LENGTH = 64
PILES_SLOT = 1

# Numbers of the kinds of rounds (table.md, Rounds).
KIND = {"genesis": 0, "key commit": 1, "key open": 2, "shuffle": 3, "deal over": 4, "deal strip": 5, "rekey": 6}
KIND |= {"act": 7, "unseal": 8, "over": 10, "boxes": 16, "verdicts": 17, "deal all": 18, "rehand": 19}
GROUP_KIND = {"Draw": 9, "Look objects": 11, "Look spares": 12, "Strip": 13, "ShuffleRest": 14, "DrawSpare": 15}
BODY = {"genesis": "Genesis", "key commit": "KeyCommit", "key open": "KeyOpen", "shuffle": "Shuffle"}
BODY |= {"deal over": "Shares", "deal strip": "Shares", "rekey": "Shares", "unseal": "Unseal"}
BODY |= {"boxes": "Dealing", "verdicts": "Verdict", "deal all": "DealShares", "rehand": "Shares"}


class Unusable(Exception):
    """No table can begin from a genesis."""

    def __init__(self, check, why):
        super().__init__(why)
        self.check = check


class Keys:
    """Everybody's public keys by seat, and what they make together."""

    def __init__(self, opened, pile):
        self.deal = [open.deal for open in opened]
        self.hand = [open.hand for open in opened]
        self.deal_sum = summed(self.deal)
        self.set_pile(pile)

    def set_pile(self, pile):
        self.pile = pile
        self.pile_sum = pile.key
        self.layered = [summed([hand, pile.key]) for hand in self.hand]

    def any_is_identity(self):
        return group.ZERO_ENCODING in [self.deal_sum, self.pile_sum, *self.layered]


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
        self.piles = []

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
        self.keys, self.opened, self.transport, self.dealing, self.next_key = None, {}, {}, None, None
        # Who fell asleep between the halves of a sealed window; when a seat fell asleep or woke last; heads by round.
        self.fallen, self.changed, self.heads, self.start = 0, {}, [], 0
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

    def epoch(self):
        """How often the piles were re-keyed; in the rounds of a re-key already the new number."""
        epoch = self.keys.pile.epoch if self.keys else 0
        return epoch + (self.keys is not None and self.phase in ("boxes", "verdicts", "rehand"))

    def context(self, seat):
        parts = (self.id, hashing.u32(self.epoch()), self.head, bytes([self.kind()]), hashing.u32(self.round), bytes([seat]))
        return hashing.h256(CONTEXT, *parts)

    def awake(self):
        """The set of seats that are awake; before the first turn all."""
        everybody = only(self.seats) - 1
        awake = engine.awake(self.state) if self.state else everybody
        return awake & ~self.fallen if self.phase == "unseal" else awake

    def holders(self):
        """Who of them holds the pile key."""
        held = self.keys.pile.shares if self.keys else range(self.seats)
        return [seat for seat in held if self.awake() & only(seat)]

    def owing(self, op):
        """Who owes an entry in the round of a group operation: the awake holders of the pile key, the receiver too."""
        if op.tag == "ShuffleRest":
            return [op.by] if self.awake() & only(op.by) else []
        return self.holders()

    def owed(self):
        """The seats that owe an entry in the running round."""
        if self.phase == "shuffle":
            return sorted(self.decks.shufflers(self.hop))
        if self.phase == "group":
            return self.owing(self.group_ops[0])
        if self.phase == "act":
            return engine.seats_of(engine.owed(self.state))
        if self.phase == "unseal":
            return [seat for seat in sorted(self.commitments) if not self.fallen & only(seat)]
        if self.phase in ("boxes", "verdicts"):
            return self.dealing.holders
        if self.phase in ("deal strip", "rehand"):
            return self.holders()
        return [] if self.phase == "over" else list(range(self.seats))

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
            if body.tag == "Admit" and self.state.phase.tag == "Turn":
                return records.check_wishes(self, body.wishes)
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
        middle = "transport" if self.options.losses else "pile"
        keys = {"deal": body.deal, middle: body.pile, "hand": body.hand}
        require(len(set(keys.values())) == 3, 202)
        for key in keys.values():
            require(group.decode(key) is not None and key != group.ZERO_ENCODING, 201)
        ctx = self.context(seat)
        for role, key in keys.items():
            proof = body.pile_proof if role == middle else getattr(body, role + "_proof")
            require(proofs.verify_ownership(ctx, role, key, proof), 203)
        return body

    def check_shuffle(self, seat, body):
        deck = self.decks.shufflers(self.hop)[seat]
        return self.shuffled(seat, ("deal", self.keys.deal_sum), self.decks.decks[deck], body)

    def shuffled(self, seat, key, before, body):
        require(len(body.cards) == len(before) and are_cards(body.cards), 301)
        self.require_fresh(body.cards)
        require(proofs.verify_shuffle(self.context(seat), *key, before, body.cards, body.argument), 302)
        return body.cards

    def layered_keys(self):
        return [key for key in self.keys.layered for _ in range(self.decks.cards_each())]

    def check_deal_over(self, seat, body):
        return self.shares(seat, "deal", ("deal", self.decks.dealt()), ("layered", self.layered_keys()), body)

    def check_deal_all(self, seat, body):
        self.require_fresh(body.dealt + body.piles)
        ctx, cards = self.context(seat), self.decks.undealt()
        giver = ("deal", self.keys.deal[seat])
        dealt = ("deal", self.decks.dealt()), ("layered", self.layered_keys())
        self.require_shares(ctx, giver, *dealt, body.dealt, body.dealt_proof)
        piles = ("deal", cards), ("pile", [self.keys.pile_sum] * len(cards))
        self.require_shares(proofs.slot(ctx, PILES_SLOT), giver, *piles, body.piles, body.piles_proof)
        return body.dealt, body.piles

    def check_boxes(self, seat, body):
        return self.dealing.check(self.context(seat), seat, body)

    def check_verdicts(self, seat, body):
        accused = []
        for complaint in body.complaints:
            is_new = complaint.dealer not in accused
            require(is_new and self.dealing.is_true(self.context(seat), seat, complaint), 208)
            accused.append(complaint.dealer)
        return accused

    def check_rehand(self, seat, body):
        cards = self.lists.pile + self.lists.spares
        return self.shares(seat, "pile", ("pile", cards), ("pile", [self.next_key.key] * len(cards)), body)

    def check_deal_strip(self, seat, body):
        to = [key for key in self.keys.hand for _ in range(self.decks.cards_each())]
        return self.shares(seat, "pile", ("layered", self.decks.layered), ("hand", to), body)

    def check_rekey(self, seat, body):
        cards = self.decks.undealt()
        return self.shares(seat, "deal", ("deal", cards), ("pile", [self.keys.pile_sum] * len(cards)), body)

    def shares(self, seat, role, cards, to, body):
        keys = self.keys.deal if role == "deal" else self.keys.pile.shares
        self.require_shares(self.context(seat), (role, keys[seat]), cards, to, body.shares, body.proof)
        return body.shares

    def require_shares(self, ctx, giver, cards, to, shares, proof):
        require(len(shares) == len(cards[1]) and are_cards(shares), 401)
        self.require_fresh(shares)
        require(proofs.verify_share(ctx, giver, cards, to, shares, proof), 402)

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

    def fold(self, entries, question=None):
        """Closes the running round with (content hash, what the check gave) by seat, or as a decided ballot says: then without the seats
        that it names, and at the end of a game without any entry. A refusal here blames (seat, check).
        """
        head = self.next_head(entries, question)
        phase, brought = self.phase, {seat: entries[seat][1] for seat in sorted(entries)}
        if question is not None and question.tag == "End":
            self.state = engine.end_as_draw(self.state).state
            self.phase = "over"
        else:
            fallen = question.seats if question else 0
            getattr(self, "fold_" + phase.replace(" ", "_"))(brought, fallen)
            self.changed.update((seat, self.round) for seat in engine.seats_of(fallen))
        self.heads.append(self.head)
        self.head = head
        if phase == "genesis":
            self.id = hashing.h256(TABLE, hashing.u16(wire.VERSION), self.head)
        self.round += 1
        self.digest = self.compute_digest()

    def next_head(self, entries, question):
        """In the place of each seat that a ballot names stands a mark of table, round and question."""
        places = {seat: entry[0] for seat, entry in entries.items()}
        if question is not None:
            asked = codec.encode(wire.Question, question)
            mark = hashing.h256(PASSED, self.id, hashing.u32(self.round), asked)
            if question.tag == "End":
                places = {0: mark}
            else:
                places |= {seat: mark for seat in engine.seats_of(question.seats) if seat < self.seats}
        return hashing.h256(HEAD, self.head, hashing.u32(self.round), *(places[seat] for seat in sorted(places)))

    def remember(self, cards):
        self.seen.update(card[:32] for card in cards)

    def fold_genesis(self, _brought, _fallen):
        self.phase = "key commit"

    def fold_key_commit(self, brought, _fallen):
        self.commitments = brought
        self.phase = "key open"

    def fold_key_open(self, brought, _fallen):
        known = set()
        for seat, opened in brought.items():
            for key in (opened.deal, opened.pile, opened.hand):
                if key in known:
                    raise Unfoldable(seat, 202)
                known.add(key)
        self.opened = brought
        if self.options.start_player == "random":
            self.start = start_seat(self.seats, [opened.chance for opened in brought.values()])
        if self.options.losses:
            self.transport = {seat: opened.pile for seat, opened in brought.items()}
            self.begin_dealing()
            return
        shares = {seat: opened.pile for seat, opened in brought.items()}
        self.begin_shuffles(PileKey(summed(shares.values()), shares, self.seats), 202)

    def begin_shuffles(self, pile, check):
        self.keys = Keys(self.opened.values(), pile)
        if self.keys.any_is_identity():
            raise Unfoldable(self.seats - 1, check)
        self.phase = "shuffle"

    def begin_dealing(self):
        self.dealing = Dealing(self.options, engine.seats_of(self.awake()), self.transport)
        self.phase = "boxes"

    def fold_boxes(self, brought, fallen):
        if fallen:
            self.go_on(self.fall(fallen))
            return
        self.dealing.dealt = brought
        self.phase = "verdicts"

    def fold_verdicts(self, brought, fallen):
        """Whoever has dealt badly is to blame; else the key stands, and the piles go over to it."""
        if fallen:
            self.go_on(self.fall(fallen))
            return
        for accused in brought.values():
            if accused:
                raise Unfoldable(accused[0], 207)
        key, culprit = self.dealing.key(self.epoch())
        if key is None:
            raise Unfoldable(culprit, 209)
        self.transport |= {seat: body.next for seat, (_ctx, body, _boxes) in self.dealing.dealt.items()}
        if self.keys is None:
            self.begin_shuffles(key, 209)
        elif self.lists.pile or self.lists.spares:
            self.next_key = key
            self.phase = "rehand"
        else:
            self.keys.set_pile(key)
            self.go_on([])

    def fold_rehand(self, brought, fallen):
        cards = self.sum_shares(self.lists.pile + self.lists.spares, brought, False)
        self.remember(cards)
        count = len(self.lists.pile)
        self.lists.pile, self.lists.spares = cards[:count], cards[count:]
        self.keys.set_pile(self.next_key)
        self.go_on(self.fall(fallen))

    def fold_shuffle(self, brought, _fallen):
        for seat, deck in self.decks.shufflers(self.hop).items():
            self.decks.decks[deck] = brought[seat]
            self.remember(brought[seat])
        self.hop += 1
        if self.hop == self.seats:
            self.decks.begin_second_stage()
        if self.hop == 2 * self.seats:
            self.phase = "deal all" if self.options.losses else "deal over"

    def sum_shares(self, cards, brought, keeps_first):
        """Cards under new keys, from shares with the secrets of the pile key."""
        result = self.keys.pile.combined(cards, brought, keeps_first)
        return self.summed_up(result, brought, brought.values())

    def sum_deal_shares(self, cards, shares):
        """The same from shares with the secrets of the deal key, which all seats give."""
        return self.summed_up(combined(cards, [(1, own) for own in shares.values()], False), shares, shares.values())

    def summed_up(self, result, brought, shares):
        if result is None:
            raise Unfoldable(max(brought, default=0), 401)
        for own in shares:
            self.remember(own)
        return result

    def fold_deal_over(self, brought, _fallen):
        self.decks.layered = self.sum_deal_shares(self.decks.dealt(), brought)
        self.phase = "deal strip"

    def fold_deal_all(self, brought, _fallen):
        dealt = {seat: both[0] for seat, both in brought.items()}
        piles = {seat: both[1] for seat, both in brought.items()}
        self.decks.layered = self.sum_deal_shares(self.decks.dealt(), dealt)
        self.decks.piles = self.sum_deal_shares(self.decks.undealt(), piles)
        self.phase = "deal strip"

    def fold_deal_strip(self, brought, fallen):
        self.lists = self.decks.lists(self.sum_shares(self.decks.layered, brought, True))
        if not self.keys.pile.dealt:
            self.phase = "rekey"
            return
        self.begin_play(self.decks.piles)
        self.go_on(self.fall(fallen))

    def fold_rekey(self, brought, _fallen):
        self.begin_play(self.sum_deal_shares(self.decks.undealt(), brought))
        self.phase = "act"

    def begin_play(self, piles):
        count = len(self.decks.decks["objects"])
        lists = self.lists
        lists.pile, lists.spares = piles[:count], piles[count:]
        for dealt in (*lists.hands, *lists.associations, lists.occupations, lists.pile, lists.spares):
            self.remember(dealt)
        self.state = engine.set_up(self.options, self.start)

    def fold_act(self, brought, fallen):
        if any(isinstance(entry, list) for entry in brought.values()):
            [wishes] = brought.values()
            records.meet_all(self, wishes)
            self.go_on(self.fall(fallen))
        elif engine.is_sealed(self.state) and brought:
            self.sealed_under = {seat: self.context(seat) for seat in brought}
            self.commitments, self.fallen = brought, fallen
            self.phase = "unseal"
        else:
            self.fold_actions(brought, fallen)

    def fold_unseal(self, brought, fallen):
        self.fold_actions(brought, self.fallen | fallen)

    def fold_actions(self, brought, fallen):
        try:
            step = engine.apply(self.state, {seat: action for seat, (action, _ops) in brought.items()}, fallen)
        except engine.Illegal:
            raise Unfoldable(max(brought, default=0), 501) from None
        shown_before, shows = self.lists.shown is not None, False
        for seat, (_action, ops) in brought.items():
            for op, fresh in ops:
                shows |= op.tag == "ShowHand"
                self.perform(seat, op, fresh)
                self.remember(fresh.shuffled + fresh.copies)
        self.go_on(self.take_step(step, shown_before and not shows, max(brought, default=0)))

    def fall(self, fallen):
        """Seats fall asleep beside what the round was about; gives the group operations that this asks for."""
        if not fallen:
            return []
        first = engine.seats_of(fallen)[0]
        try:
            step = engine.apply(self.state, {}, fallen)
        except engine.Illegal:
            raise Unfoldable(first, 721) from None
        return self.take_step(step, self.lists.shown is not None, first)

    def take_step(self, step, shown_before, seat):
        """The state moves on, and what is over is cleared away."""
        for op in step.after:
            self.perform(seat, op, Fresh())
        tag = step.state.phase.tag
        if tag not in ("Reorder", "Exchange"):
            self.lists.looked = None
        if shown_before and tag != "Taking":
            self.lists.shown = None
        self.state = step.state
        return group_rounds(step.group)

    def perform(self, seat, op, fresh):
        self.performed.add(op.claim if op.tag == "Claim" else op.tag)
        if not perform(op, fresh, self.lists):
            raise Unfoldable(seat, 502)

    def fold_group(self, brought, fallen):
        op = self.group_ops[0]
        if op.tag == "ShuffleRest":
            cards = next(iter(brought.values()), None)
        else:
            (_role, masked), _to = self.handed_over(op)
            cards = self.sum_shares(masked, brought, op.tag == "Strip")
        if cards is not None:
            self.remember(cards)
            self.perform(max(brought, default=0), op, Fresh(copies=cards))
        self.go_on(self.group_ops[1:] + self.fall(fallen))

    def go_on(self, group_ops):
        """The next group operation that somebody is awake for, or what the rules ask for."""
        self.fallen = 0
        while group_ops and not self.owing(group_ops[0]):
            group_ops = group_ops[1:]
        self.group_ops = group_ops
        if group_ops:
            self.phase = "group"
            return
        self.phase = "over" if engine.outcome(self.state) else "act"
        pile = self.keys.pile
        outdated = pile.dealt and sorted(pile.shares) != engine.seats_of(engine.awake(self.state))
        if self.phase == "act" and self.state.phase.tag == "Turn" and outdated:
            # A new pile key, when a turn begins with others awake than those who hold the old one.
            self.begin_dealing()


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
