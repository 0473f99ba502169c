/** Spans: where an OpenTelemetry SDK is registered, and that nothing is made where none is. */
import { context, propagation, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inSpan } from "@/lib/process/tracing";
import { handleRequest } from "@/lib/public-api/handle-request";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";

process.env.LOG_LEVEL = "silent";
process.env.APP_SECRET = "a secret of the tests, of no use elsewhere";
openTestDatabase();

const TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT_ID = "00f067aa0ba902b7";
/** Of the right form, and nobody's. */
const UNKNOWN_TOKEN = "service_v1_AAAAAAAAAAAAAAAAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

async function request(target: string, headers: Record<string, string> = {}): Promise<number> {
  const reply = await handleRequest({
    method: "GET",
    target,
    header: (name) => headers[name] ?? null,
    address: "10.0.0.9",
    signal: () => WANTED,
    malformed: null,
    readBody: async () => {},
  });
  return reply.status;
}

it("without an SDK the work runs unchanged", async () => {
  const work = Promise.resolve("done");
  const name = () => expect.unreachable("named for nobody");
  expect(inSpan(name, {}, () => work)).toBe(work);
});

describe("with an SDK", () => {
  const exporter = new InMemorySpanExporter();

  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
  });
  afterAll(() => {
    trace.disable();
    propagation.disable();
    context.disable();
  });
  beforeEach(() => exporter.reset());

  const spanOf = (name: string) => {
    const span = exporter.getFinishedSpans().find((each) => each.name === name);
    if (span === undefined) throw new Error(`There is no span ${name}.`);
    return span;
  };

  it("a request continues its caller's trace, and its parts are below it", async () => {
    const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
    expect(await request("/api/v1/me?x=1", { traceparent, authorization: `Bearer ${UNKNOWN_TOKEN}` })).toBe(401);
    const span = spanOf("GET /me");
    expect(span.spanContext().traceId).toBe(TRACE_ID);
    expect(span.parentSpanContext?.spanId).toBe(PARENT_ID);
    expect(span.attributes).toMatchObject({
      "http.request.method": "GET",
      "http.route": "/api/v1/me",
      "http.response.status_code": 401,
      "error.type": "INVALID_TOKEN",
      "records.request_id": expect.any(String),
    });
    expect(spanOf("admission").parentSpanContext?.spanId).toBe(span.spanContext().spanId);
    expect(spanOf("admission").status.code).toBe(SpanStatusCode.ERROR);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
  });

  it("an unknown path is in no span name and no attribute", async () => {
    expect(await request("/api/v1/secret-path?secret=1")).toBe(404);
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(["GET"]);
    expect(JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })))).not.toContain("secret");
  });
});
