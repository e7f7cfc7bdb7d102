"""edwards25519 and ristretto255 (RFC 8032, RFC 9496) in integers: points, encodings, the one-way map, sums of multiples.

A point is (X, Y, Z, T) in extended coordinates with x = X/Z, y = Y/Z, T = XY/Z. Nothing here is constant-time; a verifier
holds no secret.
"""

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_M1 = pow(2, (P - 1) // 4, P)
IDENTITY = (0, 1, 1, 0)
ZERO_ENCODING = bytes(32)


def add(p, q):
    """Sum of two points (RFC 8032, 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % P
    b = (p[1] + p[0]) * (q[1] + q[0]) % P
    c = p[3] * q[3] % P * (2 * D) % P
    d = 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def double(p):
    """Twice a point (RFC 8032, 5.1.4)."""
    a = p[0] * p[0] % P
    b = p[1] * p[1] % P
    c = 2 * p[2] * p[2]
    h = a + b
    s = p[0] + p[1]
    e = h - s * s
    g = a - b
    f = c + g
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def negate(p):
    return (-p[0] % P, p[1], p[2], -p[3] % P)


def total(points):
    result = IDENTITY
    for point in points:
        result = add(result, point)
    return result


def is_even(x):
    """Whether a field element is non-negative in the sense of RFC 9496: its canonical encoding is even."""
    return x % P % 2 == 0


def magnitude(x):
    x %= P
    return x if x % 2 == 0 else P - x


def sqrt_ratio(u, v):
    """Whether u/v is a square, and the non-negative root of it or of sqrt(-1) u/v (RFC 9496, 4.2)."""
    v3 = v * v % P * v % P
    r = u * v3 % P * pow(u * v3 % P * v3 % P * v % P, (P - 5) // 8, P) % P
    check = v * r % P * r % P
    u %= P
    if check == -u * SQRT_M1 % P or check == -u % P:
        r = r * SQRT_M1 % P
    return check == u or check == -u % P, magnitude(r)


INVSQRT_A_MINUS_D = sqrt_ratio(1, -1 - D)[1]
SQRT_AD_MINUS_ONE = 25063068953384623474111414158702152701244531502492656460079210482610430750235
ONE_MINUS_D_SQ = (1 - D * D) % P
D_MINUS_ONE_SQ = (D - 1) * (D - 1) % P

_decoded = {}


def decode(encoding):
    """The ristretto255 element of 32 bytes, or None when they are not the canonical encoding of one (RFC 9496, 4.3.1)."""
    if encoding not in _decoded:
        _decoded[encoding] = _decode(encoding)
    return _decoded[encoding]


def _decode(encoding):
    s = int.from_bytes(encoding, "little")
    if len(encoding) != 32 or s >= P or s % 2 == 1:
        return None
    ss = s * s % P
    u1 = (1 - ss) % P
    u2 = (1 + ss) % P
    u2_sqr = u2 * u2 % P
    v = (-(D * u1 % P * u1) - u2_sqr) % P
    was_square, invsqrt = sqrt_ratio(1, v * u2_sqr % P)
    den_x = invsqrt * u2 % P
    den_y = invsqrt * den_x % P * v % P
    x = magnitude(2 * s * den_x)
    y = u1 * den_y % P
    t = x * y % P
    if not was_square or t % 2 == 1 or y == 0:
        return None
    return (x, y, 1, t)


def encode(point):
    """The canonical 32 bytes of a ristretto255 element (RFC 9496, 4.3.2)."""
    x0, y0, z0, t0 = point
    u1 = (z0 + y0) * (z0 - y0) % P
    u2 = x0 * y0 % P
    _, invsqrt = sqrt_ratio(1, u1 * u2 % P * u2 % P)
    den1 = invsqrt * u1 % P
    den2 = invsqrt * u2 % P
    z_inv = den1 * den2 % P * t0 % P
    if is_even(t0 * z_inv):
        x, y, den_inv = x0, y0, den2
    else:
        x, y, den_inv = y0 * SQRT_M1 % P, x0 * SQRT_M1 % P, den1 * INVSQRT_A_MINUS_D % P
    if not is_even(x * z_inv):
        y = -y
    return magnitude(den_inv * (z0 - y)).to_bytes(32, "little")


def is_identity(point):
    """Whether this is the identity of ristretto255, which four points of the curve stand for."""
    return point[0] % P == 0 or point[1] % P == 0


def one_way_map(uniform):
    """The ristretto255 element of 64 bytes (RFC 9496, 4.3.4)."""
    halves = (int.from_bytes(half, "little") % 2**255 for half in (uniform[:32], uniform[32:]))
    return total(_map(half % P) for half in halves)


def _map(t):
    r = SQRT_M1 * t % P * t % P
    u = (r + 1) * ONE_MINUS_D_SQ % P
    v = (-1 - r * D) * (r + D) % P
    was_square, s = sqrt_ratio(u, v)
    c = P - 1
    if not was_square:
        s, c = -magnitude(s * t), r
    n = (c * (r - 1) % P * D_MINUS_ONE_SQ - v) % P
    w0 = 2 * s * v % P
    w1 = n * SQRT_AD_MINUS_ONE % P
    w2 = (1 - s * s) % P
    w3 = (1 + s * s) % P
    return (w0 * w3 % P, w2 * w1 % P, w1 * w3 % P, w0 * w2 % P)


def scalar(encoding):
    """The scalar of 32 canonical bytes, or None."""
    value = int.from_bytes(encoding, "little")
    return value if len(encoding) == 32 and value < ORDER else None


def wide_scalar(digest):
    """64 bytes, little-endian, modulo the order."""
    return int.from_bytes(digest, "little") % ORDER


def combine(terms):
    """The sum of scalar times point over (scalar, point) terms, by buckets (Pippenger) or by interleaved tables (Straus)."""
    merged = {}
    for factor, point in terms:
        merged[point] = (merged.get(point, 0) + factor) % ORDER
    terms = [(factor, point) for point, factor in merged.items() if factor]
    return _pippenger(terms) if len(terms) > 24 else _straus(terms)


def _straus(terms):
    rows = []
    for factor, point in terms:
        multiples = [IDENTITY, point]
        for _ in range(14):
            multiples.append(add(multiples[-1], point))
        rows.append((factor, multiples))
    result = IDENTITY
    for shift in range(252, -1, -4):
        if result is not IDENTITY:
            result = double(double(double(double(result))))
        for factor, multiples in rows:
            digit = factor >> shift & 15
            if digit:
                result = add(result, multiples[digit])
    return result


def _pippenger(terms):
    width = 5 if len(terms) < 100 else 6 if len(terms) < 250 else 7
    result = IDENTITY
    for shift in range(253 // width * width, -1, -width):
        for _ in range(width):
            result = double(result)
        buckets = [None] * (1 << width)
        for factor, point in terms:
            digit = factor >> shift & (1 << width) - 1
            if digit:
                held = buckets[digit]
                buckets[digit] = point if held is None else add(held, point)
        running, window = IDENTITY, IDENTITY
        for bucket in reversed(buckets[1:]):
            if bucket is not None:
                running = add(running, bucket)
            window = add(window, running)
        result = add(result, window)
    return result


def _edwards_base():
    y = 4 * pow(5, -1, P) % P
    return edwards_decode(y.to_bytes(32, "little"))


def edwards_decode(encoding):
    """The point of edwards25519 of 32 canonical bytes, or None (RFC 8032, 5.1.3)."""
    y = int.from_bytes(encoding, "little")
    sign, y = y >> 255, y % 2**255
    if len(encoding) != 32 or y >= P:
        return None
    was_square, x = sqrt_ratio(y * y - 1, D * y % P * y + 1)
    if not was_square or (x == 0 and sign == 1):
        return None
    if sign != x % 2:
        x = P - x
    return (x, y, 1, x * y % P)


def edwards_encode(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | x % 2 << 255).to_bytes(32, "little")


def is_small_order(point):
    """Whether eight times the point is the identity of edwards25519."""
    eightfold = double(double(double(point)))
    return eightfold[0] % P == 0 and (eightfold[1] - eightfold[2]) % P == 0


BASE = _edwards_base()
