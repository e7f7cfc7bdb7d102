"""The key of the piles: the sum of all seats' keys, or dealt so that some of the seats can use it (cards.md)."""

import group
import hashing
import proofs
from operations import require

SEALED_SHARE = b"nightcoach/v1/dkg/share"
NEXT_KEY_SLOT = 1


def summed(elements):
    return group.encode(group.total(group.decode(element) for element in elements))


class PileKey:
    """The key, what each holder's shares are checked against, and how many shares are needed."""

    def __init__(self, key, shares, threshold, epoch=0, dealt=False):
        self.key = key
        self.shares = shares
        self.threshold = threshold
        self.epoch = epoch
        self.dealt = dealt

    def combined(self, cards, shares, keeps_first):
        """Cards under new keys from the shares by seat; None if they are too few or cancel."""
        if len(shares) < self.threshold or (not self.dealt and len(shares) != self.threshold):
            return None
        weights = lagrange([seat + 1 for seat in shares]) if self.dealt else [1] * len(shares)
        return combined(cards, list(zip(weights, shares.values())), keeps_first)


def lagrange(places):
    """The weights at 0: the product of m / (m - k) over the other places m."""
    weights = []
    for k in places:
        weight = 1
        for m in places:
            if m != k:
                weight = weight * m * pow(m - k, -1, group.ORDER) % group.ORDER
        weights.append(weight)
    return weights


def combined(cards, weighted, keeps_first):
    """The cards under their new keys; a strip keeps the first half beside the sum of the shares. None if they cancel."""

    def half(card, index, place, kept):
        terms = [(1, group.decode(card[place]))] if kept else []
        return group.combine(terms + [(weight, group.decode(shares[index][place])) for weight, shares in weighted])

    first, second = slice(0, 32), slice(32, 64)
    result = []
    for index, card in enumerate(cards):
        a, b = half(card, index, first, keeps_first), half(card, index, second, True)
        result.append(group.encode(a) + group.encode(b))
    return result if proofs.is_masked(result) else None


def losses(options, holders):
    """How many of these holders a new key can lose (walk.md decision 11)."""
    if len(holders) < 4 and len(holders) < options.seats:
        return 0
    return min(options.losses, max((len(holders) - 1) // 3, 1))


class Dealing:
    """A dealing that runs: everybody deals, then everybody says whether all was well."""

    def __init__(self, options, holders, transport):
        self.holders = holders
        self.threshold = max(len(holders) - losses(options, holders), 1)
        self.transport = {seat: transport[seat] for seat in holders}
        self.dealt = {}

    def check(self, ctx, seat, body):
        receivers = [other for other in self.holders if other != seat]
        commitments = body.commitments
        shaped = len(commitments) == self.threshold and commitments[0] != group.ZERO_ENCODING
        shaped = shaped and all(group.decode(element) is not None for element in commitments)
        shaped = shaped and len(body.boxes) == len(receivers) and all(is_box(box) for box in body.boxes)
        require(shaped, 205)
        require(group.decode(body.next) is not None and body.next != group.ZERO_ENCODING, 201)
        require(proofs.verify_ownership(ctx, "pile", commitments[0], body.proof), 206)
        slot = proofs.slot(ctx, NEXT_KEY_SLOT)
        require(proofs.verify_ownership(slot, "transport", body.next, body.next_proof), 203)
        return ctx, body, dict(zip(receivers, body.boxes))

    def is_true(self, ctx, seat, complaint):
        """Whether a complaint speaks against its dealer, and not against who complains."""
        ctx_of_dealer, body, boxes = self.dealt.get(complaint.dealer, (None, None, {}))
        if seat not in boxes:
            return False
        key, box = self.transport[seat], boxes[seat]
        ctx = proofs.slot(ctx, complaint.dealer)
        if group.decode(complaint.opened) is None:
            return False
        if not proofs.verify_complaint(ctx, key, box, complaint.opened, complaint.proof):
            return False
        places = bytes([complaint.dealer + 1, seat + 1])
        parts = (ctx_of_dealer, places, box[:32], key, complaint.opened)
        mask = group.wide_scalar(hashing.h512(SEALED_SHARE, *parts))
        share = group.scalar(box[32:]) - mask
        promised = at(body.commitments, seat + 1)
        return not group.is_identity(group.add(group.combine([(share, group.BASE)]), group.negate(promised)))

    def key(self, epoch):
        """The key that everybody together has dealt, or the seat that is named when there is none."""
        firsts = [body.commitments[0] for _ctx, body, _boxes in self.dealt.values()]
        total = summed(firsts)
        if len(set(firsts)) < len(firsts) or total == group.ZERO_ENCODING:
            return None, max(self.holders)
        shares = {}
        for seat in self.holders:
            parts = (at(body.commitments, seat + 1) for _ctx, body, _boxes in self.dealt.values())
            shares[seat] = group.encode(group.total(parts))
            if shares[seat] == group.ZERO_ENCODING:
                return None, seat
        return PileKey(total, shares, self.threshold, epoch, dealt=True), None


def at(commitments, place):
    """The sum of place^l A_l."""
    return group.combine([(pow(place, power, group.ORDER), group.decode(a)) for power, a in enumerate(commitments)])


def is_box(box):
    first = group.decode(box[:32])
    return first is not None and box[:32] != group.ZERO_ENCODING and group.scalar(box[32:]) is not None
