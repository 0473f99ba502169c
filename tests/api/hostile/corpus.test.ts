/**
 * A thousand hostile texts in every place that takes text, and bodies and framings that no client of good will sends. None
 * of it may fail the service, keep it busy, fill its memory or change what others are answered; what is accepted comes back
 * exactly. With LONG=1 every text goes to every place, otherwise each to a few, and each place gets its share of all.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { BODIES } from "../../support/corpus/bodies";
import { PAYLOADS } from "../../support/corpus/payloads";
import { type Position, positions } from "../../support/corpus/positions";
import { answersTo, residentMegabytes, type Sent, sendAll, tell } from "../../support/hostile-client";
import { type HostileTarget, openHostileTarget } from "../../support/hostile-target";
import type { Call } from "../../support/http";
import { figure } from "../../support/long";
import { recordsPath } from "../../support/organization";
import { sendBytes } from "../../support/raw-http";

/**
 * Requests whose length can be read in two ways: both readings of each would leave a second request behind. Each is to be
 * one answer or none.
 */
const LENGTHS = [
  "HERE",
  "+HERE",
  "HERE, HERE",
  "HERE, 6",
  "0xHERE",
  "-1",
  "1e1",
  "99999999999999999999",
  "",
  "HERE\r\nContent-Length: 4",
  "HERE\t",
];
const ENCODINGS = [
  "Transfer-Encoding: chunked",
  "Transfer-Encoding:chunked",
  "Transfer-Encoding: CHUNKED",
  "Transfer-Encoding:\tchunked",
  "Transfer-Encoding : chunked",
  " Transfer-Encoding: chunked",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: chunked, identity",
  "Transfer-Encoding: identity, chunked",
  "Transfer-Encoding: chunked\r\nTransfer-Encoding: x",
  "Transfer-Encoding: x\r\nTransfer-Encoding: chunked",
  'Transfer-Encoding: "chunked"',
  "Transfer-Encoding: chunked;q=1",
  "Transfer_Encoding: chunked",
  "X: y\nTransfer-Encoding: chunked",
  "X: y\rTransfer-Encoding: chunked",
  "Transfer-Encoding\0: chunked",
];
const SMUGGLED = "GET /api/v1/smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

/** Bytes of whole requests to `POST path`. */
function framings(path: string, host: string, token: string): string[] {
  const start = `POST /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
  const body = `0\r\n\r\n${SMUGGLED}`;
  return LENGTHS.flatMap((length) =>
    ENCODINGS.map((encoding) => {
      const stated = length.replaceAll("HERE", String(body.length));
      return `${start}Content-Length: ${stated}\r\n${encoding}\r\n\r\n${body}`;
    }),
  );
}

/** The Next adapter takes several times as long for each. */
const PLACES_EACH = figure(inject("adapter") === "node" ? 5 : 2, 60);
const MINUTES = 60_000;
/** Room for the heap to breathe: all bodies together, sent three times as they are, would be as much if they were kept. */
const MAX_GROWTH_MEGABYTES = 128;

let target: HostileTarget;
let before: unknown[];

beforeAll(async () => {
  target = await openHostileTarget();
  before = await answersTo(target.service.origin, target.normal);
});
afterAll(() => target?.service.kill());

describe("hostile requests", () => {
  it("include at least a thousand texts", () => {
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(1_000);
    expect(BODIES.length).toBeGreaterThanOrEqual(100);
  });

  it(
    "with hostile text in every place are answered, quickly, by the rules, and change no accepted value",
    async () => {
      const places = positions(target.recordPath);
      const calls = new Map<Call, { place: Position; text: string }>();
      for (const [index, text] of PAYLOADS.entries()) {
        for (let step = 0; step < Math.min(PLACES_EACH, places.length); step += 1) {
          const place = places[(index + step * 17) % places.length] as Position;
          const call = place.place(text);
          if (call !== null) calls.set({ token: target.token, ...call }, { place, text });
        }
      }
      const sent = await sendAll(target.service.origin, [...calls.keys()], (done) => {
        const { place, text } = calls.get(done.call) as { place: Position; text: string };
        expectRoundTrip(done, place, text);
      });
      expect(sent.length).toBeGreaterThan(PAYLOADS.length);
      expect(sent.filter(({ answer }) => answer.status === 201).length).toBeGreaterThan(50);
      expect(sent.filter(({ answer }) => answer.status === 400).length).toBeGreaterThan(200);
    },
    30 * MINUTES,
  );

  it(
    "with hostile bodies are answered, quickly, and by the rules",
    async () => {
      const sent = await sendAll(target.service.origin, bodyCalls());
      for (const { call, answer } of sent) {
        const allowed = call.method === "PATCH" ? [400, 412] : [200, 201, 400];
        expect(allowed, tell(call)).toContain(answer.status);
      }
    },
    5 * MINUTES,
  );

  it(
    "whose length can be read in two ways are one answer or none, and leave nothing behind",
    async () => {
      const { host, origin } = new URL(target.service.origin);
      const requests = framings(`${recordsPath("samples")}/query`, host, target.token);
      for (let start = 0; start < requests.length; start += 40) {
        const group = requests.slice(start, start + 40);
        const answers = await Promise.all(group.map((bytes) => sendBytes(origin, bytes, 2)));
        for (const [index, { statuses, text }] of answers.entries()) {
          expect(statuses.length, `${group[index]}\n→ ${text}`).toBeLessThanOrEqual(1);
          for (const status of statuses) expect([200, 400, 413], String(group[index])).toContain(status);
          expect(text).not.toContain("smuggled");
        }
      }
    },
    2 * MINUTES,
  );
});

describe("after all of them", () => {
  it("a hundred normal requests are answered as before", async () => {
    expect(await answersTo(target.service.origin, target.normal)).toEqual(before);
  });

  it("the memory of the process is about what it was", async () => {
    // All of them were sent once already, so that the heap has its size.
    const before = residentMegabytes(target.service.pid);
    await sendAll(target.service.origin, bodyCalls());
    const growth = residentMegabytes(target.service.pid) - before;
    console.info(`resident memory: ${before.toFixed(0)} MB, ${growth.toFixed(0)} MB more after all bodies once again`);
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES);
  }, 60_000);
});

function bodyCalls(): Call[] {
  const samples = recordsPath("samples");
  return BODIES.flatMap((body): Call[] => [
    { method: "POST", path: samples, body, token: target.token },
    { method: "POST", path: `${samples}/query`, body, token: target.token },
    { method: "PATCH", path: target.recordPath, body, token: target.token, headers: { "if-match": '"stale"' } },
  ]);
}

function expectRoundTrip({ call, answer }: Sent, { stores }: Position, text: string): void {
  if (stores === undefined || answer.status !== 201) return;
  const { data } = (answer.json as { data: { data: Record<string, unknown> } }).data;
  expect(data[stores], tell(call)).toBe(text);
}
