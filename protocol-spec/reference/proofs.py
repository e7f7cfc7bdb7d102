"""Every relation of cards.md and its verification.

Points of statements are 32-byte encodings; the caller has checked that those off the wire decode. Each `verify_*` says whether
the proof holds; nothing else ever comes out of it.
"""

import hashlib
import secrets

import group
import hashing

SUITE = b"nightcoach/v1/suite/ristretto255-SHA512"
LINEAR = b"nightcoach/v1/proof/linear"
DISJUNCTION = b"nightcoach/v1/proof/disjunction"
SLOT = b"nightcoach/v1/ctx/slot"
FACE = b"nightcoach/v1/face"
BASE = b"nightcoach/v1/shuffle/base"
OWNERSHIP = b"nightcoach/v1/proof/ownership"
TRANSFER = b"nightcoach/v1/proof/transfer"
SHARE = b"nightcoach/v1/proof/share"
OPEN = b"nightcoach/v1/proof/open"
CLAIM = b"nightcoach/v1/proof/claim"
SHUFFLE = b"nightcoach/v1/proof/shuffle"
COMPLAINT = b"nightcoach/v1/proof/complaint"
WEIGHTS = b"nightcoach/v1/proof/shuffle/weights"
MOST_SHUFFLED = 64

G = group.BASE

# Proofs that were accepted, by digest of statement and proof; a refusal is never remembered.
accepted = set()


def slot(ctx, number):
    return hashing.h256(SLOT, ctx, hashing.u32(number))


def face_point(deck, face):
    digest = hashing.h512(FACE, b"base", deck.encode(), face.encode())
    return group.encode(group.one_way_map(digest))


_bases = {}


def base(number):
    """Commitment base number 0, called h, or h_i for 1 to 64."""
    if number not in _bases:
        _bases[number] = group.one_way_map(hashing.h512(BASE, hashing.u32(number)))
    return _bases[number]


class Transcript:
    """SHA-512 over pieces, each a name and a value behind their lengths (cards.md, Contexts and challenges)."""

    def __init__(self, label, ctx):
        self.hash = hashlib.sha512()
        self.piece("label", label)
        self.piece("suite", SUITE)
        self.piece("ctx", ctx)

    def piece(self, name, value):
        self.hash.update(hashing.framed((name.encode(), value)))

    def list(self, name, elements):
        self.piece(name, hashing.u32(len(elements)))
        for element in elements:
            self.piece(name, element)

    def key(self, name, role, key):
        self.piece(name, role.encode())
        self.piece(name, key)

    def cards(self, name, role, cards):
        self.piece(name, role.encode())
        self.piece(name, hashing.u32(len(cards)))
        for card in cards:
            self.piece(name, card[:32])
            self.piece(name, card[32:])

    def digest(self):
        return self.hash.copy().digest()


class Relation:
    """Equations image = sum of secret times base. An image is a list of (factor, point), a side a list of (secret, point)."""

    def __init__(self):
        self.equations = []
        self.secrets = 0

    def secret(self):
        self.secrets += 1
        return self.secrets - 1

    def equation(self, image, side):
        self.equations.append((image, side))


def point(encoding):
    return group.decode(encoding)


def difference(left, right):
    """An image left - right of two encodings."""
    return [(1, point(left)), (-1, point(right))]


def chunks(data):
    return [data[at : at + 32] for at in range(0, len(data), 32)]


def remembered(transcript, proof, check):
    """The verdict of a check, taken from memory when the same proof of the same statement was accepted before."""
    name = hashlib.sha256(transcript.digest() + proof).digest()
    if name in accepted:
        return True
    holds = check()
    if holds:
        accepted.add(name)
    return holds


def verify_linear(transcript, relation, proof):
    count = len(relation.equations)
    if len(proof) != 32 * (count + relation.secrets):
        return False
    return remembered(transcript, proof, lambda: _linear_holds(transcript, relation, chunks(proof)))


def _linear_holds(transcript, relation, pieces):
    """All equations at once, each under a random weight of 128 bits: a wrong one passes with probability 2^-128."""
    count = len(relation.equations)
    commitments = [group.decode(piece) for piece in pieces[:count]]
    responses = [group.scalar(piece) for piece in pieces[count:]]
    if None in commitments or None in responses:
        return False
    transcript.piece("sigma", LINEAR)
    transcript.list("commitments", pieces[:count])
    challenge = group.wide_scalar(transcript.digest())
    terms = []
    for commitment, (image, side) in zip(commitments, relation.equations):
        weight = secrets.randbits(128)
        terms.append((weight, commitment))
        terms += [(weight * challenge * factor, what) for factor, what in image]
        terms += [(-weight * responses[secret], what) for secret, what in side]
    return group.is_identity(group.combine(terms))


def verify_disjunction(transcript, branches, proof):
    responses = sum(branch.secrets for branch in branches)
    if len(proof) != 32 * (len(branches) + responses):
        return False
    return remembered(transcript, proof, lambda: _disjunction_holds(transcript, branches, chunks(proof)))


def _disjunction_holds(transcript, branches, pieces):
    numbers = [group.scalar(piece) for piece in pieces]
    if None in numbers:
        return False
    challenge, first, responses = numbers[0], numbers[1 : len(branches)], numbers[len(branches) :]
    challenges = first + [(challenge - sum(first)) % group.ORDER]
    commitments = []
    for branch, part in zip(branches, challenges):
        own, responses = responses[: branch.secrets], responses[branch.secrets :]
        for image, side in branch.equations:
            terms = [(own[secret], what) for secret, what in side]
            terms += [(-part * factor, what) for factor, what in image]
            commitments.append(group.encode(group.combine(terms)))
    transcript.piece("sigma", DISJUNCTION)
    transcript.piece("branches", hashing.u32(len(branches)))
    transcript.list("commitments", commitments)
    return group.wide_scalar(transcript.digest()) == challenge


def is_masked(cards):
    return all(card[:32] != group.ZERO_ENCODING for card in cards)


def verify_ownership(ctx, role, key, proof):
    transcript = Transcript(OWNERSHIP, ctx)
    transcript.key("key", role, key)
    relation = Relation()
    y = relation.secret()
    relation.equation([(1, point(key))], [(y, G)])
    return verify_linear(transcript, relation, proof)


def verify_complaint(ctx, key, box, opened, proof):
    """Whether a box was opened with the secret of the transport key `key`."""
    transcript = Transcript(COMPLAINT, ctx)
    transcript.key("key", "transport", key)
    transcript.piece("R", box[:32])
    transcript.piece("masked", box[32:])
    transcript.piece("D", opened)
    relation = Relation()
    tau = relation.secret()
    relation.equation([(1, point(key))], [(tau, G)])
    relation.equation([(1, point(opened))], [(tau, point(box[:32]))])
    return verify_linear(transcript, relation, proof)


def verify_transfer(ctx, holder, cards, role, receiver, output, proof):
    """Cards under the hand key `holder` to the key `receiver` of this role."""
    if len(output) != len(cards) or not is_masked(cards + output):
        return False
    if not cards:
        return proof == b""
    transcript = Transcript(TRANSFER, ctx)
    transcript.key("from", "hand", holder)
    transcript.key("to", role, receiver)
    transcript.cards("cards", "hand", cards)
    transcript.cards("output", role, output)
    relation = Relation()
    y = relation.secret()
    relation.equation([(1, point(holder))], [(y, G)])
    minus_receiver = group.negate(point(receiver))
    for card, new in zip(cards, output):
        t = relation.secret()
        relation.equation([(1, point(new[:32]))], [(t, G)])
        relation.equation(difference(card[32:], new[32:]), [(y, point(card[:32])), (t, minus_receiver)])
    return verify_linear(transcript, relation, proof)


def verify_share(ctx, giver, cards, receivers, shares, proof):
    """Shares of one seat: `giver` is (role, key), `cards` (role, cards), `receivers` (role, a key for each card)."""
    (role, key), (card_role, cards), (to_role, receivers) = giver, cards, receivers
    if not len(cards) == len(receivers) == len(shares) or not is_masked(cards):
        return False
    if not cards:
        return proof == b""
    transcript = Transcript(SHARE, ctx)
    transcript.key("key", role, key)
    transcript.cards("cards", card_role, cards)
    transcript.piece("to", hashing.u32(len(receivers)))
    for receiver in receivers:
        transcript.key("to", to_role, receiver)
    transcript.list("first halves", [share[:32] for share in shares])
    transcript.list("second halves", [share[32:] for share in shares])
    relation = Relation()
    x = relation.secret()
    relation.equation([(1, point(key))], [(x, G)])
    for card, receiver, share in zip(cards, receivers, shares):
        s = relation.secret()
        relation.equation([(1, point(share[:32]))], [(s, G)])
        minus_a = group.negate(point(card[:32]))
        relation.equation([(1, point(share[32:]))], [(x, minus_a), (s, point(receiver))])
    return verify_linear(transcript, relation, proof)


def verify_open(ctx, key, cards, faces, proof):
    if len(faces) != len(cards) or not is_masked(cards):
        return False
    if not cards:
        return proof == b""
    transcript = Transcript(OPEN, ctx)
    transcript.key("key", "hand", key)
    transcript.cards("cards", "hand", cards)
    transcript.list("faces", faces)
    relation = Relation()
    y = relation.secret()
    relation.equation([(1, point(key))], [(y, G)])
    for card, face in zip(cards, faces):
        relation.equation(difference(card[32:], face), [(y, point(card[:32]))])
    return verify_linear(transcript, relation, proof)


def verify_claim(ctx, key, formula, proof):
    """A formula is a list of conjunctions, each a list of (is, card, face): whether the card is that face, or is not."""
    leaves = [leaf for conjunction in formula for leaf in conjunction]
    if not formula or not is_masked([card for _is, card, _face in leaves]):
        return False
    if any(not conjunction for conjunction in formula):
        return proof == b""
    count = sum(not equal for equal, _card, _face in leaves)
    blinds, proof = chunks(proof[: 32 * count]), proof[32 * count :]
    if len(blinds) != count or any(group.decode(blind) is None for blind in blinds) or group.ZERO_ENCODING in blinds:
        return False
    transcript = Transcript(CLAIM, ctx)
    transcript.key("key", "hand", key)
    transcript.piece("branches", hashing.u32(len(formula)))
    for conjunction in formula:
        transcript.piece("leaves", hashing.u32(len(conjunction)))
        for equal, card, face in conjunction:
            transcript.piece("leaf", b"equal" if equal else b"not equal")
            transcript.cards("card", "hand", [card])
            transcript.piece("face", face)
    transcript.list("blinds", blinds)
    remaining = iter(blinds)
    branches = [_conjunction(key, conjunction, remaining) for conjunction in formula]
    if len(branches) == 1:
        return verify_linear(transcript, branches[0], proof)
    return verify_disjunction(transcript, branches, proof)


def _conjunction(key, leaves, blinds):
    """First what is equal, under one secret y; then for everything that is not, its alpha and beta."""
    relation = Relation()
    if any(equal for equal, _card, _face in leaves):
        y = relation.secret()
        relation.equation([(1, point(key))], [(y, G)])
        for equal, card, face in leaves:
            if equal:
                relation.equation(difference(card[32:], face), [(y, point(card[:32]))])
    for equal, card, face in leaves:
        if not equal:
            alpha, beta = relation.secret(), relation.secret()
            apart = group.add(point(card[32:]), group.negate(point(face)))
            minus_a = group.negate(point(card[:32]))
            relation.equation([(1, point(next(blinds)))], [(alpha, apart), (beta, minus_a)])
            relation.equation([], [(alpha, point(key)), (beta, group.negate(G))])
    return relation


def verify_shuffle(ctx, role, key, before, after, proof):
    """Whether `after` is `before` in another order and masked anew under `key`."""
    n = len(before)
    if not 1 <= n <= MOST_SHUFFLED or len(after) != n or len(proof) != 32 * (5 * n + 9) or not is_masked(after):
        return False
    committed, chain, sigma = chunks(proof[: 32 * n]), chunks(proof[32 * n : 64 * n]), proof[64 * n :]
    if any(group.decode(element) is None for element in committed + chain):
        return False
    transcript = Transcript(SHUFFLE, ctx)
    transcript.key("key", role, key)
    transcript.cards("input", role, before)
    transcript.cards("output", role, after)
    transcript.list("permutation", committed)
    digest = transcript.digest()
    weights = [group.wide_scalar(hashing.h512(WEIGHTS, digest, hashing.u32(i))) for i in range(n)]
    transcript.list("chain", chain)
    return verify_linear(transcript, _shuffle_relation(key, before, after, (committed, chain), weights), sigma)


def _shuffle_relation(key, before, after, commitments, weights):
    """The equations of cards.md, Shuffle, step 4, over r- r^ r~ r' r^_1 .. r^_N u'_1 .. u'_N."""
    committed, chain = ([point(element) for element in part] for part in commitments)
    n = len(before)
    bases = [base(i) for i in range(1, n + 1)]
    relation = Relation()
    rows, last, mixed, factor = (relation.secret() for _ in range(4))
    links = [relation.secret() for _ in range(n)]
    ordered = [relation.secret() for _ in range(n)]
    product = 1
    for weight in weights:
        product = product * weight % group.ORDER
    relation.equation([(1, c) for c in committed] + [(-1, h) for h in bases], [(rows, G)])
    relation.equation([(1, chain[-1]), (-product, base(0))], [(last, G)])
    relation.equation(list(zip(weights, committed)), [(mixed, G)] + list(zip(ordered, bases)))
    for half, blinding in ((slice(0, 32), G), (slice(32, 64), point(key))):
        old = [(weight, point(card[half])) for weight, card in zip(weights, before)]
        new = [(secret, point(card[half])) for secret, card in zip(ordered, after)]
        relation.equation(old, [(factor, group.negate(blinding))] + new)
    previous = base(0)
    for link, weight, current in zip(links, ordered, chain):
        relation.equation([(1, current)], [(link, G), (weight, previous)])
        previous = current
    return relation
