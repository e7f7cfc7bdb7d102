"""The encoding of README.md, Notation: types that read and write, bounded and canonical.

Values: integers, booleans, bytes, str, lists, None or a value for options, tuples, strings for enums without fields, and
`Value` for structs and for the variants of enums with fields.
"""

import copy

LONGEST = 1 << 20


class Malformed(Exception):
    """The bytes are no value of the type."""


class Value:
    """A struct, or one variant of an enum: `tag` says which; the fields are attributes."""

    def __init__(self, tag, **fields):
        self.tag = tag
        self.__dict__.update(fields)

    def __eq__(self, other):
        return isinstance(other, Value) and self.__dict__ == other.__dict__

    def __repr__(self):
        fields = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items() if name != "tag")
        return f"{self.tag}({fields})"

    def but(self, **fields):
        """A copy with some fields changed."""
        other = copy.copy(self)
        other.__dict__.update(fields)
        return other


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        if count > len(self.data) - self.at:
            raise Malformed("too short")
        self.at += count
        return self.data[self.at - count : self.at]


class Unsigned:
    """An integer of a fixed number of bytes, little-endian."""

    def __init__(self, width):
        self.width = width

    def read(self, reader):
        return int.from_bytes(reader.take(self.width), "little")

    def write(self, value):
        return value.to_bytes(self.width, "little")


class Truth:
    """One byte, 0 or 1."""

    def read(self, reader):
        byte = reader.take(1)[0]
        if byte > 1:
            raise Malformed("no truth value")
        return byte == 1

    def write(self, value):
        return bytes([value])


class Array:
    """A byte array: its bytes, without a length."""

    def __init__(self, width):
        self.width = width

    def read(self, reader):
        return reader.take(self.width)

    def write(self, value):
        if len(value) != self.width:
            raise ValueError("array of another length")
        return value


class ByteString:
    """A byte string: its length as u64, then its bytes."""

    def read(self, reader):
        return reader.take(U64.read(reader))

    def write(self, value):
        return U64.write(len(value)) + value


class Text:
    """Like a byte string, in UTF-8."""

    def read(self, reader):
        try:
            return BYTES.read(reader).decode()
        except UnicodeDecodeError as error:
            raise Malformed("no UTF-8") from error

    def write(self, value):
        return BYTES.write(value.encode())


class Sequence:
    """A number of values as u64, then the values."""

    def __init__(self, of):
        self.of = of

    def read(self, reader):
        count = U64.read(reader)
        if count > len(reader.data) - reader.at:
            raise Malformed("more values than bytes")
        return [self.of.read(reader) for _ in range(count)]

    def write(self, value):
        return U64.write(len(value)) + b"".join(self.of.write(item) for item in value)


class Repeated:
    """A fixed number of values, without a length."""

    def __init__(self, of, count):
        self.of = of
        self.count = count

    def read(self, reader):
        return [self.of.read(reader) for _ in range(self.count)]

    def write(self, value):
        return b"".join(self.of.write(item) for item in value)


class Option:
    """One byte 0, or one byte 1 and the value."""

    def __init__(self, of):
        self.of = of

    def read(self, reader):
        return self.of.read(reader) if TRUTH.read(reader) else None

    def write(self, value):
        return b"\0" if value is None else b"\1" + self.of.write(value)


class Several:
    """Values of several types, one behind the other."""

    def __init__(self, *types):
        self.types = types

    def read(self, reader):
        return tuple(kind.read(reader) for kind in self.types)

    def write(self, value):
        return b"".join(kind.write(item) for kind, item in zip(self.types, value, strict=True))


class Struct:
    """Its fields in order."""

    def __init__(self, tag, **fields):
        self.tag = tag
        self.fields = fields

    def __call__(self, **values):
        if values.keys() != self.fields.keys():
            raise TypeError(f"{self.tag} takes {list(self.fields)}")
        return Value(self.tag, **values)

    def read(self, reader):
        return Value(self.tag, **{name: kind.read(reader) for name, kind in self.fields.items()})

    def write(self, value):
        return b"".join(kind.write(getattr(value, name)) for name, kind in self.fields.items())


class Names:
    """An enum without fields: a position as u32."""

    def __init__(self, *names):
        self.names = names

    def read(self, reader):
        position = U32.read(reader)
        if position >= len(self.names):
            raise Malformed("no such position")
        return self.names[position]

    def write(self, value):
        return U32.write(self.names.index(value))


class Enum:
    """An enum with fields: a position as u32, then the fields of that variant."""

    def __init__(self, **variants):
        self.variants = {tag: Struct(tag, **fields) for tag, fields in variants.items()}
        self.tags = list(variants)
        for tag, struct in self.variants.items():
            setattr(self, tag, struct)

    def read(self, reader):
        position = U32.read(reader)
        if position >= len(self.tags):
            raise Malformed("no such position")
        return self.variants[self.tags[position]].read(reader)

    def write(self, value):
        return U32.write(self.tags.index(value.tag)) + self.variants[value.tag].write(value)


U8, U16, U32, U64 = (Unsigned(width) for width in (1, 2, 4, 8))
TRUTH, BYTES, TEXT = Truth(), ByteString(), Text()
HASH, PAIR = Array(32), Array(64)


def decode(kind, data):
    """The value of these bytes; `Malformed` unless they are its one encoding, with nothing behind it."""
    if len(data) > LONGEST:
        raise Malformed("too long")
    reader = Reader(data)
    value = kind.read(reader)
    if reader.at != len(data):
        raise Malformed("bytes follow")
    return value


def encode(kind, value):
    return kind.write(value)
