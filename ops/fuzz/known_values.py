"""Hooks of schemathesis: most ids in generated requests are replaced by ids that exist, else nearly every answer is
"not found". The choice depends on the generated value alone, so that a seed gives the same requests."""

import json
import os
import zlib

import schemathesis

with open(os.environ["FUZZ_KNOWN_VALUES"], encoding="utf-8") as file:
    KNOWN = json.load(file)


def known(key, value):
    if isinstance(value, dict):
        return {name: known(name, part) for name, part in value.items()}
    if isinstance(value, list):
        return [known(key, part) for part in value]
    choice = zlib.crc32(repr(value).encode())
    values = KNOWN.get(key)
    return values[choice // 3 % len(values)] if values and choice % 3 else value


@schemathesis.hook
def map_query(context, query):
    return known("", query)


@schemathesis.hook
def map_path_parameters(context, parameters):
    return known("", parameters)


@schemathesis.hook
def map_body(context, body):
    return known("", body)
