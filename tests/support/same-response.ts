/**
 * Two requests that must not be told apart: one names something hidden, the other something that does not exist. Their
 * answers are compared byte for byte, status, headers and body, once the two names are taken out. Both requests carry the
 * same request id, and both names have the same length.
 */
import { expect } from "vitest";
import { type Answer, type Call, headerList, send } from "./http";
import type { Organization } from "./organization";
import { expectAnswerRules, type Stage } from "./response-rules";
import { wrongSecretFor } from "./token-text";

export type Names = { hidden: string; unknown: string };

/** These contain the time, or the number of requests. */
const COUNTERS = new Set(["date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"]);
const REQUEST_ID = "the same for both";

/** Returns the answer to the hidden name, for further checks. */
export async function expectSameAnswer(
  origin: string,
  { hidden, unknown }: Names,
  callFor: (name: string) => Call,
  stage: Stage = "after the gate",
): Promise<Answer> {
  expect(hidden, "the names differ").not.toBe(unknown);
  expect(hidden.length, "the names are equally long").toBe(unknown.length);
  const ask = (name: string) => {
    const call = callFor(name);
    return { ...call, headers: [...headerList(call.headers), ["x-request-id", REQUEST_ID] as [string, string]] };
  };
  const calls = [ask(hidden), ask(unknown)] as const;
  // One after the other: together they might meet different windows.
  const ofHidden = await send(origin, calls[0]);
  const ofUnknown = await send(origin, calls[1]);
  expect(plain(ofHidden, hidden)).toEqual(plain(ofUnknown, unknown));
  expectAnswerRules(ofHidden, calls[0], stage);
  return ofHidden;
}

/** A refused answer to `/me` from that address tells no more than the one to a token with a wrong secret. */
export async function expectAsUnknown(acme: Organization, answer: Answer, from: string): Promise<void> {
  const { id } = await acme.issue("rea");
  const unknown = await send(acme.origin, { path: "/me", token: wrongSecretFor(id), from });
  const body = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, "");
  expect(body(answer)).toBe(body(unknown));
  expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(unknown.headers).sort());
}

function plain({ status, headers, text }: Answer, name: string) {
  const told = Object.entries(headers).filter(([header]) => !COUNTERS.has(header));
  return {
    status,
    headers: told.map(([header, value]) => [header, withoutName(String(value), name)]),
    body: withoutName(text, name),
  };
}

/** Also where the request had it in capitals. */
function withoutName(text: string, name: string): string {
  return text.replaceAll(name, "NAME").replaceAll(name.toUpperCase(), "NAME");
}
