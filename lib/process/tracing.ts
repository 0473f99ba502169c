/** Spans for an OpenTelemetry SDK, if one is registered in this process (docs/operate.md, Traces). */
import {
  type Attributes,
  context,
  ProxyTracerProvider,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { VERSION } from "./version";

const NAME = "public-records-api";
const tracer = trace.getTracer(NAME, VERSION);

/** Runs the work in a span, which continues the caller's trace if the request has one. `tell` adds the outcome to the span. */
export function inRequestSpan<T>(
  traceparent: string | null,
  work: () => Promise<T>,
  tell: (span: Span, result: T) => void,
): Promise<T> {
  if (!isTraced()) return work();
  const parent = traceparent === null ? context.active() : propagation.extract(context.active(), { traceparent });
  return tracer.startActiveSpan("request", { kind: SpanKind.SERVER }, parent, async (span) => {
    try {
      const result = await work();
      tell(span, result);
      return result;
    } finally {
      span.end();
    }
  });
}

/** `name` can be a function, which is called only if a tracer is registered. */
export function inSpan<T>(name: string | (() => string), attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  return tracer.startActiveSpan(typeof name === "string" ? name : name(), { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function isTraced(): boolean {
  const provider = trace.getTracerProvider();
  return !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(NAME) !== undefined;
}

/** The id of the caller's trace (W3C Trace Context), for the log; undefined without a valid one. */
export function traceIdOf(traceparent: string | null): string | undefined {
  const id = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/.exec(traceparent ?? "")?.[1];
  return id === undefined || /^0+$/.test(id) ? undefined : id;
}
