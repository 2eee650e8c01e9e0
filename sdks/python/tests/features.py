"""What this library does besides its calls: run by tests/sdks/python.test.ts against a served API."""

import copy
import datetime as dt
import json
import logging
import os
import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter  # noqa: E402
from sealwright import ComplianceDenied, NotFoundError, Options, Sealwright, ThinEventError, events, models  # noqa: E402

given = json.loads(os.environ["GIVEN"])
logged: list[str] = []
handler = logging.Handler()
handler.emit = lambda record: logged.append(record.getMessage())  # type: ignore[method-assign]
logging.getLogger("sealwright").addHandler(handler)
logging.getLogger("sealwright").setLevel(logging.DEBUG)
spans = InMemorySpanExporter()
provider = TracerProvider()
provider.add_span_processor(SimpleSpanProcessor(spans))
attempts = []
client = Sealwright(given["key"], given["url"], on_attempt=attempts.append, tracing=provider)

# A denial as an answer, and as an error with the same decision; replayed by its key.
listed = "0x5ea15ea15ea15ea15ea15ea15ea15ea100002001"
mine = Options(idempotency_key="order-4711", request_id="mine-1")
answer = client.sanctions.check({"wallet_address": listed}, options=mine)
assert isinstance(answer, models.SanctionsCheck)
assert answer.decision.outcome == "deny" and answer.http.request_id == "mine-1" and not answer.http.replayed
try:
    client.sanctions.check({"wallet_address": listed}, on_deny="error", options=mine)
    raise AssertionError("denied")
except ComplianceDenied as denied:
    assert denied.decision is not None and denied.decision.id == answer.decision.id, denied.problem
    assert denied.reason_codes == answer.decision.reason_codes and denied.code == "compliance_denied"
    assert pickle.loads(pickle.dumps(denied)).decision == denied.decision
batch = client.sanctions.check({"subjects": [{"wallet_address": listed}, {"full_name": "Ada Example"}]})
assert isinstance(batch, models.SanctionsBatch) and len(batch.results) == 2

# The rules that passed come when asked for.
few = client.wallets.verify({"wallet_address": given["wallet"]})
all_of_them = client.wallets.verify({"wallet_address": given["wallet"]}, expand=["decision.rules"])
assert len(all_of_them.decision.rules) > len(few.decision.rules), len(all_of_them.decision.rules)

# Answers are frozen, know their times and lose nothing.
assert isinstance(few.decision.evaluated_at, dt.datetime) and few.decision.evaluated_at.tzinfo is not None
assert models.WalletVerification.from_json(json.loads(json.dumps(few.raw))) == few and copy.deepcopy(few) == few
for change in (lambda: setattr(few, "decision", None), lambda: delattr(few, "decision"), lambda: few.nothing_such):  # type: ignore[attr-defined]
    try:
        change()
        raise RuntimeError("frozen")
    except AttributeError:
        pass
later = models.WalletVerification.from_json({**few.raw, "of_a_later_version": 1, "decision": {**few.raw["decision"], "outcome": "defer"}})
assert later.raw["of_a_later_version"] == 1 and later.decision.outcome == "defer"
made = models.FactSupply(fact="a.b", from_="issuer", how=None)
assert made.to_dict() == {"fact": "a.b", "from": "issuer", "how": None} == made.raw

# Events: by type, with links, of the future, and by the API.
page = client.events.list(limit=5, created_after=dt.datetime(2020, 1, 1, tzinfo=dt.timezone.utc))
seen = [type(event).__name__ for event in page.data]
assert all(isinstance(event, events.EventBase) and not isinstance(event, events.UnknownEvent) for event in page.data), seen
one = client.events.get(page.data[0].id)
assert one.type == page.data[0].type and one.http.status == 200
for raw in given["events"]:
    event = events.parse_event(raw)
    assert event.type == raw["type"] and event.payload is not None
    assert event.payload.to_dict().keys() <= raw["data"]["object"].keys() and event.payload.to_dict(), raw["type"]
thin = events.parse_event({**given["events"][0], "data": {"object_url": "https://x.example/1"}})
try:
    thin.payload  # type: ignore[union-attr]
    raise AssertionError("thin")
except ThinEventError as error:
    assert error.object_url == "https://x.example/1"
future = events.parse_event({**given["events"][0], "type": "moon.landed"})
assert future.type == "unknown" and future.actual_type == "moon.landed"

# What is told of calls has no body and no key.
try:
    client.offerings.get("off_00000000000000000000000000")
except NotFoundError:
    pass
assert [attempts[0].operation, attempts[0].status, attempts[0].number, attempts[0].request_id] == ["sanctions.check", 200, 1, "mine-1"]
finished = spans.get_finished_spans()
assert len(finished) == len(attempts) == len([line for line in logged if "request" in line])
first, last = finished[0].attributes or {}, finished[-1].attributes or {}
assert finished[0].name == "sealwright sanctions.check" and first["sealwright.decision.outcome"] == "deny"
assert last["error.type"] == "not_found" and last["http.response.status_code"] == 404 and not finished[-1].status.is_ok
for told in (str(attempts), str(logged), str([span.to_json() for span in finished])):
    assert given["key"] not in told and listed not in told and "Ada Example" not in told

print(json.dumps({"events": len(given["events"]), "seen": seen, "spans": len(finished)}))
