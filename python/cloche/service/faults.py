"""Why a request is refused: one code for each reason, the same in the engine and on the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from typing_extensions import TypedDict  # pydantic reads no other before Python 3.12


@dataclass(frozen=True)
class Reason:
    """A kind of refusal."""

    code: int  # of JSON-RPC
    name: str
    status: int  # of HTTP
    meaning: str


# As JSON-RPC 2.0 has them
PARSE_ERROR = Reason(-32700, "parse_error", 400, "the message is no JSON, or holds what JSON does not allow")
INVALID_REQUEST = Reason(-32600, "invalid_request", 400, "the message is no request of JSON-RPC 2.0")
METHOD_NOT_FOUND = Reason(-32601, "method_not_found", 404, "there is no such method")
INVALID_PARAMS = Reason(-32602, "invalid_params", 422, "parameters are missing, unknown, of a wrong type or refused")
INTERNAL_ERROR = Reason(-32603, "internal_error", 500, "a fault of cloche; its log says more")

# Our own
TOO_LARGE = Reason(-32000, "too_large", 413, "the message is larger than messages may be")
NO_SESSION = Reason(-32001, "no_session", 404, "there is no such session, or it was idle for too long")
TOO_MANY = Reason(-32002, "too_many", 429, "there are as many sessions, or ponders, as there may be")
ILLEGAL_ACTION = Reason(-32003, "illegal_action", 409, "the action is not legal, or can't have been seen")
NOT_YOUR_TURN = Reason(-32004, "not_your_turn", 409, "somebody else is to act: a bot, chance, or the client")
GAME_OVER = Reason(-32005, "game_over", 409, "the game is over, so that there is nothing to decide")
BAD_POSITION = Reason(-32006, "bad_position", 422, "the position is impossible, or the observation contradicts itself")
BAD_RECORD = Reason(-32007, "bad_record", 422, "the record is none, or can't be played")
BEYOND_LIMITS = Reason(-32008, "beyond_limits", 422, "more time, memory or moves than may be asked for")
BUSY = Reason(-32009, "busy", 409, "a search of this session runs; stop it or wait for it")
HIDDEN = Reason(-32010, "hidden", 403, "the answer would tell what the session's player can't know")
SHUTTING_DOWN = Reason(-32011, "shutting_down", 503, "the process is about to end")
UNAUTHORIZED = Reason(-32012, "unauthorized", 401, "the token is missing or wrong, or the page is of another origin")

REASONS = tuple(reason for reason in list(globals().values()) if isinstance(reason, Reason))


class FaultData(TypedDict):
    """What programs read of a refusal."""

    name: str
    faults: list[str]


class FaultBody(TypedDict):
    """A refusal as JSON."""

    code: int
    message: str
    data: FaultData


class Fault(Exception):
    """A request that is refused. `str` of it says what is wrong and what is allowed."""

    def __init__(self, reason: Reason, message: str, faults: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.faults: tuple[str, ...] = faults or (message,)

    def to_dict(self) -> FaultBody:
        """The error of JSON-RPC."""
        return {
            "code": self.reason.code,
            "message": str(self),
            "data": {"name": self.reason.name, "faults": list(self.faults)},
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault, (self.reason, str(self), self.faults)
