"""Hashes over parts behind their lengths (transcript.md, Hash; cards.md) and Ed25519 signatures (transcript.md, Entry)."""

import hashlib

import group


def framed(parts):
    """Every part behind its length as four little-endian bytes."""
    return b"".join(len(part).to_bytes(4, "little") + part for part in parts)


def h256(label, *parts):
    return hashlib.sha256(framed((label, *parts))).digest()


def h512(label, *parts):
    return hashlib.sha512(framed((label, *parts))).digest()


def u16(number):
    return number.to_bytes(2, "little")


def u32(number):
    return number.to_bytes(4, "little")


def is_strong_key(key):
    """Whether 32 bytes are the canonical encoding of a point of large order."""
    point = group.edwards_decode(key)
    return point is not None and not group.is_small_order(point)


def signature_holds(key, message, signature):
    """Ed25519 in its strict form: everything canonical, no point of small order, no cofactor."""
    r, s = signature[:32], group.scalar(signature[32:])
    point = group.edwards_decode(key)
    commitment = group.edwards_decode(r)
    if s is None or point is None or commitment is None:
        return False
    if group.is_small_order(point) or group.is_small_order(commitment):
        return False
    challenge = group.wide_scalar(hashlib.sha512(r + key + message).digest())
    expected = group.combine([(s, group.BASE), (-challenge % group.ORDER, point)])
    return group.edwards_encode(expected) == r
