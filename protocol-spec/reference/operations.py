"""Card operations and claims: what each needs as proof, and what it does to the card lists (table.md)."""

import copy

import group
import proofs
from cards import BAGS, ascending, is_mixed, is_texted, key_faces, membership_cards
from codec import Value
from wire import FACES

SHUFFLE_SLOT, PROOF_SLOT, SLOTS = 1, 2, 4

# Operations that only move cards that were proven before, and group operations: nothing in an entry belongs to them.
WITHOUT_PROOF = {"Withdraw", "Settle", "Release", "CloseTrade", "Take", "Draw", "Look", "Strip", "ShuffleRest", "DrawSpare"}

VIOLATED = {
    "refusable": 506,
    "not two bags": 507,
    "silent": 508,
    "announced kind": 509,
    "lacks faces": 510,
    "is of a kind": 512,
    "pledge is not": 513,
}


class Refused(Exception):
    """A numbered check of checks.md is violated."""

    def __init__(self, check):
        super().__init__(f"NC-{check}")
        self.check = check


def require(holds, check):
    if not holds:
        raise Refused(check)


class Lists:
    """Who holds which masked card where. Cards are their 64 bytes."""

    def __init__(self):
        self.hands, self.occupations, self.associations = [], [], []
        self.pile, self.spares, self.aside = [], [], []
        self.trade = None
        self.shown = None
        self.looked = None
        self.passed = []

    def slot(self, seat, deck):
        return self.occupations[seat] if deck == "occupations" else self.associations[seat][0]

    def pile_named(self, name):
        return self.pile if name == "objects" else self.spares

    def to_wire(self):
        """In the order of state.md, Card lists."""
        trade = self.trade and (self.trade.offerer, self.trade.other, self.trade.offered, self.trade.answer)
        return (
            self.hands,
            self.occupations,
            self.associations,
            self.pile,
            self.spares,
            self.aside,
            trade,
            self.shown,
            self.looked,
            self.passed,
        )


class Fresh:
    """New cards of one operation."""

    def __init__(self, shuffled=(), copies=()):
        self.shuffled = list(shuffled)
        self.copies = list(copies)


def are_cards(cards):
    """Whether every one decodes, with a first half that is not the identity."""
    return all(
        group.decode(card[:32]) is not None and group.decode(card[32:]) is not None and card[:32] != group.ZERO_ENCODING
        for card in cards
    )


class Checker:
    """Checks the carried operations of one entry in order, each over the lists as those before it have left them."""

    def __init__(self, keys, ctx, lists):
        self.keys = keys
        self.ctx = ctx
        self.lists = copy.deepcopy(lists)

    def all(self, ops, proofs_given):
        """The operations with the new cards that they bring."""
        require(sum(op.tag not in WITHOUT_PROOF for op in ops) == len(proofs_given), 502)
        given = iter(proofs_given)
        done = []
        for index, op in enumerate(ops):
            ctx = proofs.slot(self.ctx, SLOTS * index)
            fresh = Fresh() if op.tag in WITHOUT_PROOF else self.one(ctx, op, next(given))
            require(perform(op, fresh, self.lists), 502)
            done.append((op, fresh))
        return done

    def one(self, ctx, op, proof):
        check = getattr(self, "check_" + op.tag)
        return check(ctx, op, proof)

    def shuffled(self, ctx, before, key, proof):
        """A list after the shuffle under `key`, a (role, key)."""
        after = proof.shuffled
        require(len(after) == len(before) and before and are_cards(after), 502)
        holds = proofs.verify_shuffle(proofs.slot(ctx, SHUFFLE_SLOT), *key, before, after, proof.argument)
        require(holds, 503)
        return after

    def own_shuffle(self, ctx, owner, before, proof):
        return self.shuffled(ctx, before, ("hand", self.keys.hand[owner]), proof)

    def remasked(self, ctx, owner, cards, receiver, proof):
        """Copies of cards under the hand key of their owner for `receiver`, a (role, key)."""
        require(len(proof.copies) == len(cards) and are_cards(proof.copies), 502)
        ctx = proofs.slot(ctx, PROOF_SLOT)
        holds = proofs.verify_transfer(ctx, self.keys.hand[owner], cards, *receiver, proof.copies, proof.proof)
        require(holds, 504)
        return proof.copies

    def hand_of(self, seat):
        return ("hand", self.keys.hand[seat])

    def check_Offer(self, ctx, op, proof):
        shuffled = self.own_shuffle(ctx, op.owner, self.lists.hands[op.owner], proof)
        return Fresh(shuffled, self.remasked(ctx, op.owner, shuffled[:1], self.hand_of(op.to), proof))

    check_Transfer = check_Surrender = check_Offer

    def check_ShowHand(self, ctx, op, proof):
        shuffled = self.own_shuffle(ctx, op.owner, self.lists.hands[op.owner], proof)
        return Fresh(shuffled, self.remasked(ctx, op.owner, shuffled, self.hand_of(op.to), proof))

    def check_Pledge(self, ctx, op, proof):
        require(not proof.copies and not proof.proof, 502)
        return Fresh(self.own_shuffle(ctx, op.owner, self.lists.hands[op.owner], proof))

    def unshuffled(self, ctx, op, card, receiver, proof):
        require(not proof.shuffled and not proof.argument, 502)
        return Fresh(copies=self.remasked(ctx, op.owner, [card], receiver, proof))

    def check_TransferPledged(self, ctx, op, proof):
        require(self.lists.hands[op.owner], 502)
        return self.unshuffled(ctx, op, self.lists.hands[op.owner][0], self.hand_of(op.to), proof)

    def check_TransferLayered(self, ctx, op, proof):
        if op.what == "pledged":
            require(self.lists.hands[op.owner], 502)
            card = self.lists.hands[op.owner][0]
        else:
            card = self.lists.occupations[op.owner]
        return self.unshuffled(ctx, op, card, ("layered", self.keys.layered[op.to]), proof)

    def check_ShowSlot(self, ctx, op, proof):
        card = self.lists.slot(op.owner, op.slot + "s")
        return self.unshuffled(ctx, op, card, self.hand_of(op.to), proof)

    def check_ShowAssociation(self, ctx, op, proof):
        card = self.lists.associations[op.owner][op.place]
        return self.unshuffled(ctx, op, card, self.hand_of(op.to), proof)

    def check_ReturnOccupation(self, ctx, op, proof):
        card = self.lists.occupations[op.owner]
        return self.unshuffled(ctx, op, card, ("pile", self.keys.pile_sum), proof)

    def opened(self, ctx, op, cards, faces, proof):
        holds = proofs.verify_open(proofs.slot(ctx, PROOF_SLOT), self.keys.hand[op.owner], cards, faces, proof.proof)
        require(holds, 505)

    def check_OpenObjects(self, ctx, op, proof):
        require(not proof.copies, 502)
        shuffled = self.own_shuffle(ctx, op.owner, self.lists.hands[op.owner], proof)
        require(len(op.faces) <= len(shuffled), 502)
        self.opened(ctx, op, shuffled[: len(op.faces)], points("objects", op.faces), proof)
        return Fresh(shuffled)

    def check_OpenSlot(self, ctx, op, proof):
        require(not proof.shuffled and not proof.argument and not proof.copies, 502)
        self.opened(ctx, op, [self.lists.slot(op.owner, op.deck)], points(op.deck, [op.face]), proof)
        return Fresh()

    def check_ShuffleAssociations(self, ctx, op, proof):
        require(not proof.proof and not proof.copies, 502)
        return Fresh(self.own_shuffle(ctx, op.owner, self.lists.associations[op.owner], proof))

    def check_OpenAssociations(self, ctx, op, proof):
        require(not proof.copies, 502)
        shuffled = self.own_shuffle(ctx, op.owner, self.lists.associations[op.owner], proof)
        self.opened(ctx, op, shuffled, points("associations", op.faces), proof)
        return Fresh(shuffled)

    def check_ShufflePile(self, ctx, op, proof):
        before = self.lists.pile_named(op.pile)[op.place :]
        require(len(proof.shuffled) == len(before) and not proof.copies and not proof.proof, 502)
        require(are_cards(proof.shuffled), 502)
        key = ("pile", self.keys.pile_sum)
        ctx = proofs.slot(ctx, SHUFFLE_SLOT)
        require(proofs.verify_shuffle(ctx, *key, before, proof.shuffled, proof.argument), 503)
        return Fresh(copies=proof.shuffled)

    def check_Claim(self, ctx, op, proof):
        require(not proof.shuffled and not proof.argument and not proof.copies, 502)
        formula = self.formula(op)
        require(formula is not None, 502)
        key = self.keys.hand[op.prover]
        require(proofs.verify_claim(proofs.slot(ctx, PROOF_SLOT), key, formula, proof.proof), VIOLATED[op.claim])
        return Fresh()

    def traded(self, prover, card):
        """A card of the running trade in the copy under the prover's key, or None."""
        trade = self.lists.trade
        pair = trade and (trade.offered if card == "offered" else trade.answer)
        if pair is None or prover not in (trade.offerer, trade.other):
            return None
        giver = trade.offerer if card == "offered" else trade.other
        return pair[0] if prover == giver else pair[1]

    def formula(self, op):
        """The formula of table.md, Claims; None if there is no such card."""
        if op.claim == "pledge is not":
            hand = self.lists.hands[op.prover]
            return [none_of(hand[0], op.faces)] if hand else None
        if op.claim == "lacks faces":
            hand = self.lists.hands[op.prover]
            rest = [leaf for card in hand[op.after :] for leaf in none_of(card, op.faces)]
            return [rest] if op.after <= len(hand) else None
        offered, answer = self.traded(op.prover, "offered"), self.traded(op.prover, "answer")
        if op.claim == "refusable":
            return offered and [none_of(offered, ["pearl", "mirror"])]
        if op.claim == "is of a kind":
            return answer and [[leaf(True, answer, face)] for face in op.faces]
        if offered is None or answer is None:
            return None
        if op.claim == "not two bags":
            return [none_of(offered, BAGS), none_of(answer, BAGS)]
        spoken, other = (offered, answer) if op.card == "offered" else (answer, offered)
        if op.claim == "announced kind":
            return [[leaf(True, spoken, face), leaf(False, other, "mirror")] for face in op.faces]
        textless = [face for face in FACES if not is_texted(face, op.pile_empty)]
        return [[leaf(True, other, "mirror")]] + [[leaf(True, spoken, face)] for face in textless]


_points = {}


def points(deck, faces):
    for face in faces:
        if (deck, face) not in _points:
            _points[deck, face] = proofs.face_point(deck, face)
    return [_points[deck, face] for face in faces]


def leaf(equal, card, face):
    return (equal, card, points("objects", [face])[0])


def none_of(card, faces):
    return [leaf(False, card, face) for face in faces]


def reveal(owner, hand, slots):
    """The operations of a closing record that opens cards (table.md, Closing records)."""
    ops = [Value("OpenObjects", owner=owner, faces=hand)]
    if slots is not None:
        membership, occupation = slots
        if is_mixed(membership):
            ops.append(Value("OpenAssociations", owner=owner, faces=membership_cards(membership)))
        else:
            ops.append(Value("OpenSlot", owner=owner, deck="associations", face=membership.side))
        ops.append(Value("OpenSlot", owner=owner, deck="occupations", face=occupation))
    return ops


def perform(op, fresh, lists):
    """What an operation does to the lists; whether the lists have what it speaks of."""
    try:
        MOVES[op.tag](op, fresh, lists)
    except Missing:
        return False
    return True


class Missing(Exception):
    """The lists lack what an operation speaks of."""


def demand(value):
    if not value:
        raise Missing
    return value


def move_offer(op, fresh, lists):
    lists.hands[op.owner] = list(fresh.shuffled)
    offered = [fresh.shuffled[0], fresh.copies[0]]
    lists.trade = Value("Trade", offerer=op.owner, other=op.to, offered=offered, answer=None)


def move_surrender(op, fresh, lists):
    lists.hands[op.owner] = list(fresh.shuffled)
    answer = [fresh.shuffled[0], fresh.copies[0]]
    lists.trade = Value("Trade", offerer=op.to, other=op.owner, offered=None, answer=answer)


def move_close(_op, _fresh, lists):
    lists.trade = None


def move_settle(op, _fresh, lists):
    offered = demand(demand(lists.trade).offered)
    del demand(lists.hands[op.owner])[0]
    lists.hands[op.to].append(offered[1])


def move_transfer(op, fresh, lists):
    if op.why == "trade":
        demand(lists.trade).answer = [fresh.shuffled[0], fresh.copies[0]]
    lists.hands[op.owner] = fresh.shuffled[1:]
    lists.hands[op.to].append(fresh.copies[0])


def move_pledged(op, fresh, lists):
    trade = demand(lists.trade)
    demand(trade.offerer == op.owner and trade.other == op.to)
    answer = demand(trade.answer)
    trade.offered = [demand(lists.hands[op.owner])[0], fresh.copies[0]]
    del lists.hands[op.owner][0]
    del demand(lists.hands[op.to])[0]
    lists.hands[op.to].append(fresh.copies[0])
    lists.hands[op.owner].append(answer[1])


def move_layered(op, fresh, lists):
    lists.passed.append((op.owner, op.to, op.what, fresh.copies[0]))


def move_strip(_op, fresh, lists):
    passed, lists.passed = lists.passed, []
    for (owner, to, what, _card), card in zip(passed, fresh.copies, strict=True):
        if what == "pledged":
            del demand(lists.hands[owner])[0]
            lists.hands[to].append(card)
        else:
            lists.occupations[to] = card


def move_release(op, _fresh, lists):
    lists.passed = [passed for passed in lists.passed if passed[0] != op.owner]


def move_show(op, fresh, lists):
    lists.hands[op.owner] = list(fresh.shuffled)
    lists.shown = (op.to, fresh.copies)


def move_take(op, _fresh, lists):
    to, copies = demand(lists.shown)
    demand(to == op.winner and op.index < len(copies) and op.index < len(lists.hands[op.loser]))
    lists.shown = None
    del lists.hands[op.loser][op.index]
    lists.hands[op.winner].append(copies[op.index])


def move_hand(op, fresh, lists):
    lists.hands[op.owner] = list(fresh.shuffled)


def move_associations(op, fresh, lists):
    lists.associations[op.owner] = list(fresh.shuffled)


def move_look(op, fresh, lists):
    lists.looked = (op.to, op.pile, fresh.copies)


def move_pile(op, fresh, lists):
    pile = lists.pile_named(op.pile)
    demand(op.place <= len(pile) and len(pile) - op.place == len(fresh.copies))
    pile[op.place :] = fresh.copies


def move_rest(op, fresh, lists):
    lists.pile[op.place :] = fresh.copies


def move_return(_op, fresh, lists):
    lists.spares.append(fresh.copies[0])


def move_spare(op, fresh, lists):
    del demand(lists.spares)[0]
    lists.occupations[op.to] = fresh.copies[0]


def move_draw(op, fresh, lists):
    del demand(lists.pile)[0]
    lists.hands[op.to].append(fresh.copies[0])


def move_nothing(_op, _fresh, _lists):
    pass


MOVES = {
    "Offer": move_offer,
    "Surrender": move_surrender,
    "Withdraw": move_close,
    "CloseTrade": move_close,
    "Settle": move_settle,
    "Transfer": move_transfer,
    "TransferPledged": move_pledged,
    "TransferLayered": move_layered,
    "Strip": move_strip,
    "Release": move_release,
    "ShowHand": move_show,
    "Take": move_take,
    "Pledge": move_hand,
    "OpenObjects": move_hand,
    "ShuffleAssociations": move_associations,
    "OpenAssociations": move_associations,
    "Look": move_look,
    "ShufflePile": move_pile,
    "ShuffleRest": move_rest,
    "ReturnOccupation": move_return,
    "DrawSpare": move_spare,
    "Draw": move_draw,
    "ShowSlot": move_nothing,
    "ShowAssociation": move_nothing,
    "OpenSlot": move_nothing,
    "Claim": move_nothing,
}
