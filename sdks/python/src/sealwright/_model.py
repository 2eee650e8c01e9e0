"""What every answer is: a frozen object whose fields a type checker knows, read from JSON without losing any of it."""

from __future__ import annotations

import sys
from datetime import date, datetime, timezone
from inspect import get_annotations
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    ClassVar,
    Dict,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Tuple,
    Type,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform

    from ._http import Reply
else:

    def dataclass_transform(**_: Any) -> Callable[[Any], Any]:
        return lambda cls: cls


M = TypeVar("M", bound="Model")
A = TypeVar("A", bound="Model")
B = TypeVar("B", bound="Model")
Read = Callable[[Any], Any]


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=True)
class Model:
    """A part of an answer. Two are equal when their fields are; as with what holds lists, none can be a key of a dictionary."""

    #: Fields that Python cannot call as the API does.
    _names: ClassVar[Dict[str, str]] = {}
    _readers: ClassVar[Optional[Dict[str, Tuple[str, Optional[Read]]]]] = None
    #: Fields that have one word only: they say which of several classes JSON is.
    _words: ClassVar[List[Tuple[str, str]]] = []

    if not TYPE_CHECKING:

        def __init__(self, **fields: Any) -> None:
            known = type(self)._fields()
            for name in fields:
                if name not in known:
                    raise TypeError(f"{type(self).__name__} has no field {name!r}")
            self.__dict__.update(fields)

        def __getattr__(self, name: str) -> Any:
            if name.startswith("__") or name not in type(self)._fields():
                raise AttributeError(f"{type(self).__name__} has no field {name!r}. What this release does not know is in `raw`.")
            raise AttributeError(f"This answer has no {name!r}, though the API promises it. Which version does the server have?")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be set.")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be deleted.")

    @classmethod
    def from_json(cls: Type[M], value: Mapping[str, Any]) -> M:
        """Reads it from parsed JSON, such as what you stored of `raw`."""
        if not isinstance(value, Mapping):
            raise TypeError(f"{cls.__name__} is read from an object, not from {type(value).__name__}.")
        self = object.__new__(cls)
        fields = self.__dict__
        for attribute, (name, read) in cls._fields().items():
            if name in value:
                given = value[name]
                fields[attribute] = given if read is None or given is None else read(given)
        fields["_raw"] = value
        return self

    @property
    def raw(self) -> Dict[str, Any]:
        """The JSON as it came, with fields that this release does not know."""
        kept: Optional[Dict[str, Any]] = self.__dict__.get("_raw")
        return kept if kept is not None else self.to_dict()

    @property
    def http(self) -> Reply:
        """Status, headers, `request_id` and `etag` of the answer that this is. Only whole answers have one."""
        reply: Optional[Reply] = self.__dict__.get("_reply")
        if reply is None:
            raise AttributeError(f"This {type(self).__name__} is a part of an answer: ask the answer for `http`.")
        return reply

    def to_dict(self) -> Dict[str, Any]:
        """The fields as plain dictionaries and lists."""
        fields = type(self)._fields()
        return {fields[name][0]: _plain(value) for name, value in self.__dict__.items() if name in fields}

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Model) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        fields = type(self)._fields()
        shown = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items() if name in fields)
        return f"{type(self).__name__}({shown})"

    @classmethod
    def _fields(cls) -> Dict[str, Tuple[str, Optional[Read]]]:
        """Each field with its name in JSON and how it is read. Worked out when first asked for: most programs use few classes."""
        known: Optional[Dict[str, Tuple[str, Optional[Read]]]] = cls.__dict__.get("_readers")
        if known is None:
            known, words = {}, []
            for name, hint in _hints(cls):
                field = cls._names.get(name, name)
                known[name] = (field, _reader(hint))
                values = get_args(hint) if get_origin(hint) is Literal else ()
                if len(values) == 1 and isinstance(values[0], str):
                    words.append((field, values[0]))
            cls._words = words
            cls._readers = known
        return known

    @classmethod
    def _fits(cls, value: Mapping[str, Any]) -> int:
        """How well JSON fits this class: by the words that name it, then by the fields that it knows."""
        known = sum(1 for field, _ in cls._fields().values() if field in value)
        return known + sum(1000 if value[field] == word else -1000 for field, word in cls._words if field in value)


def _hints(cls: Type[Model]) -> Iterator[Tuple[str, Any]]:
    """The fields of a class and of those it comes from, with their types."""
    for one in reversed(cls.__mro__):
        if one is Model or not issubclass(one, Model):
            continue
        names = vars(sys.modules[one.__module__])
        for name, text in get_annotations(one).items():
            if name != "_names":
                yield name, eval(text, names)


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.to_dict()
    if isinstance(value, (datetime, date)):
        return time_text(value)
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def time_text(value: object) -> str:
    """A time as the API writes it. A `datetime` without a zone is refused: whose noon it is, nobody knows."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone: give datetime(…, tzinfo=timezone.utc).")
        return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} cannot be sent.")


def _instant(value: Any) -> Any:
    """What is no instant stays what it is."""
    try:
        return datetime.fromisoformat(value.replace("Z", "+00:00")) if isinstance(value, str) else value
    except ValueError:
        return value


def _day(value: Any) -> Any:
    try:
        return date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _reader(hint: Any) -> Optional[Read]:
    """How a value of this type is read; None where it stays as it is. What is not of the type stays as it is, too."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Model):
        return lambda value: hint.from_json(value) if isinstance(value, Mapping) else value
    if hint is datetime or hint is date:
        return _instant if hint is datetime else _day
    if origin is list:
        item = _reader(parts[0])
        if item is None:
            return None
        read = item
        return lambda value: [one if one is None else read(one) for one in value] if isinstance(value, list) else value
    if origin is dict:
        item = _reader(parts[1])
        if item is None:
            return None
        each = item
        return lambda value: (
            {key: one if one is None else each(one) for key, one in value.items()} if isinstance(value, Mapping) else value
        )
    if origin is Union:
        models = [part for part in parts if isinstance(part, type) and issubclass(part, Model)]
        if models and len(models) == len(parts) - sum(part is type(None) for part in parts) and models[-1].__name__ == "UnknownEvent":
            from .events import parse_event

            return lambda value: parse_event(value) if isinstance(value, Mapping) else value
        if len(models) > 1:
            return lambda value: _best(models, value) if isinstance(value, Mapping) else value
        readers: List[Read] = [read for read in map(_reader, parts) if read is not None]

        def any_of(value: Any) -> Any:
            for read in readers:
                value = read(value)
            return value

        return any_of if readers else None
    return None


def _best(models: List[Any], value: Mapping[str, Any]) -> Any:
    return max(models, key=lambda model: model._fits(value)).from_json(value)


def one_of(first: Type[A], second: Type[B]) -> Callable[[Mapping[str, Any]], Union[A, B]]:
    """Reads whichever of two the JSON is."""
    return lambda value: _best([first, second], value)
