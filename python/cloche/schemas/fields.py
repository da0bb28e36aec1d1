"""Parts of schemas: strict types whose faults say what is allowed, and the reader that collects all faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import isclass
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from cloche.messages import listed, shown

MOST_COUNT = 255  # seeds/README.md: counts are at most 255


class Table(BaseModel):
    """A table of a component file: exactly its keys, nothing converted."""

    model_config: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")


class Origin(Table):
    """Where a table of the file comes from."""

    origin: Literal["seed", "found", "derived", "invented"]
    why: str


@dataclass(frozen=True)
class Whole:
    """Marks an int as a whole number low..high."""

    low: int
    high: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def check(self, value: object) -> int:
        """`value`, if it is such a number; true and false are none."""
        if type(value) is int and self.low <= value <= self.high:
            return value
        allowed = str(self.low) if self.low == self.high else f"a whole number {self.low}..{self.high}"
        raise PydanticCustomError("cloche", "should be {allowed}", {"allowed": allowed})


@dataclass(frozen=True)
class Text:
    """Marks a str as one that matches a pattern; `allowed` says the pattern in words."""

    pattern: str
    allowed: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def check(self, value: object) -> str:
        """`value`, if it is such a text."""
        if type(value) is str and value.isprintable() and re.fullmatch(self.pattern, value):
            return value
        raise PydanticCustomError("cloche", "should be {allowed}", {"allowed": self.allowed})


@dataclass(frozen=True)
class Checked:
    """Marks a str as one in which `fault_of` finds nothing wrong; it says what should be, or None."""

    fault_of: Callable[[str], str | None]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def check(self, value: object) -> str:
        """`value`, if it is such a text."""
        if type(value) is not str:
            raise PydanticCustomError("cloche", "should be a text")
        if fault := self.fault_of(value):
            raise PydanticCustomError("cloche", "{fault}", {"fault": fault})
        return value


SHORT_TEXT = Text(r"(?=.{1,80}$)\S(.*\S)?", "a text of 1..80 characters on one line")

AnyTable = TypeVar("AnyTable", bound=Table)


def read(schema: type[AnyTable], data: dict[str, Any]) -> tuple[AnyTable | None, list[str]]:
    """The tables of `data`, or None and every fault."""
    try:
        return schema.model_validate(data), []
    except ValidationError as error:
        return None, [_fault(schema, detail) for detail in error.errors(include_url=False)]


def _fault(schema: type[Table], detail: ErrorDetails) -> str:
    places = detail["loc"]
    path = key_path(places)
    value = shown(detail["input"])
    match detail["type"]:
        case "missing":
            return f"{path}: missing"
        case "extra_forbidden":
            return f"{path}: unknown key, should be one of {listed(_keys(schema, places[:-1]))}"
        case "invalid_key":
            return f"{path}: a key should be a text"
        case "model_type" | "dict_type":
            return f"{path}: {value}, should be a table"
        case "list_type" | "tuple_type":
            return f"{path}: {value}, should be a list"
        case _:
            return f"{path}: {value}, {detail['msg'].removeprefix('Input ').removesuffix(' after validation')}"


def _keys(schema: type[Table], places: Sequence[int | str]) -> list[str]:
    """The keys of the table that stands at `places`."""
    kind: Any = schema
    for place in places:
        if isclass(kind) and issubclass(kind, Table):
            kind = next(field.annotation for name, field in kind.model_fields.items() if place in (name, field.alias))
        else:
            kind = get_args(kind)[place if get_origin(kind) is tuple and isinstance(place, int) else -1]
    return [field.alias or name for name, field in kind.model_fields.items()]


def key_path(places: Sequence[int | str]) -> str:
    """`setup[1].flowers`: keys by name, items by place from 0."""
    path = ""
    for place in places:
        path += f"[{place}]" if isinstance(place, int) else f".{place}" if path else place
    return path


def repeated(values: Sequence[Any]) -> list[Any]:
    """The values that stand in a list more than once, each once."""
    return [value for i, value in enumerate(values) if value in values[i + 1 :] and value not in values[:i]]
