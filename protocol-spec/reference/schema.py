"""The part of JSON Schema that `vectors/schema.json` uses; a keyword that is not known here is an error."""

import re

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
KNOWN = {
    "$schema",
    "$id",
    "$defs",
    "$ref",
    "title",
    "description",
    "type",
    "const",
    "enum",
    "pattern",
    "minimum",
    "maximum",
    "minItems",
    "items",
    "properties",
    "required",
    "additionalProperties",
    "oneOf",
}


class Invalid(Exception):
    """A value does not keep a schema."""


def validate(value, schema, root, path="$"):
    unknown = schema.keys() - KNOWN
    if unknown:
        raise Invalid(f"{path}: the schema uses {sorted(unknown)}")
    if "$ref" in schema:
        validate(value, resolved(schema["$ref"], root), root, path)
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(is_of(value, kind) for kind in kinds):
            raise Invalid(f"{path}: no {' or '.join(kinds)}")
    if "const" in schema and value != schema["const"]:
        raise Invalid(f"{path}: not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        raise Invalid(f"{path}: none of {schema['enum']}")
    validate_number(value, schema, path)
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        raise Invalid(f"{path}: does not match {schema['pattern']}")
    if isinstance(value, list):
        validate_list(value, schema, root, path)
    if isinstance(value, dict):
        validate_fields(value, schema, root, path)
    if "oneOf" in schema:
        fitting = sum(fits(value, choice, root, path) for choice in schema["oneOf"])
        if fitting != 1:
            raise Invalid(f"{path}: {fitting} of the choices fit")


def resolved(reference, root):
    if not reference.startswith("#/"):
        raise Invalid(f"{reference} is no place in this schema")
    for name in reference[2:].split("/"):
        root = root[name]
    return root


def is_of(value, kind):
    """In JSON a truth value is no integer."""
    return isinstance(value, TYPES[kind]) and not (kind == "integer" and isinstance(value, bool))


def validate_number(value, schema, path):
    if not is_of(value, "integer"):
        return
    if value < schema.get("minimum", value) or value > schema.get("maximum", value):
        raise Invalid(f"{path}: {value} is out of range")


def validate_list(value, schema, root, path):
    if len(value) < schema.get("minItems", 0):
        raise Invalid(f"{path}: too few")
    for place, item in enumerate(value):
        validate(item, schema.get("items", {}), root, f"{path}[{place}]")


def validate_fields(value, schema, root, path):
    known = schema.get("properties", {})
    missing = set(schema.get("required", [])) - value.keys()
    if missing:
        raise Invalid(f"{path}: lacks {sorted(missing)}")
    for name, item in value.items():
        if name in known:
            validate(item, known[name], root, f"{path}.{name}")
        elif schema.get("additionalProperties", True) is False:
            raise Invalid(f"{path}: {name} is unknown")


def fits(value, schema, root, path):
    try:
        validate(value, schema, root, path)
    except Invalid:
        return False
    return True
