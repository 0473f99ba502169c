/** The names of headers that carry a request's method and target past Next. Nobody outside this process can know them. */
import { randomUUID } from "node:crypto";

type SentHeaders = { method: string; target: string };

/** Next loads modules more than once, and all copies must agree. */
const shared = globalThis as typeof globalThis & { sentHeaders?: SentHeaders };

export function sentHeaders(): SentHeaders {
  shared.sentHeaders ??= { method: `x-sent-method-${randomUUID()}`, target: `x-sent-target-${randomUUID()}` };
  return shared.sentHeaders;
}
