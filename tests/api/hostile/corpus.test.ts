/**
 * A thousand hostile texts in every place that takes text, and bodies and framings that no client of good will sends. None
 * of it may fail the service, keep it busy, fill its memory or change what others are answered; what is accepted comes back
 * exactly. With LONG=1 every text goes to every place, otherwise each to a few, and each place gets its share of all.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BODIES } from "../../support/corpus/bodies";
import { framings } from "../../support/corpus/framings";
import { PAYLOADS } from "../../support/corpus/payloads";
import { type Position, positions } from "../../support/corpus/positions";
import { answersTo, residentMegabytes, type Sent, sendAll, tell } from "../../support/hostile-client";
import { type HostileTarget, openHostileTarget } from "../../support/hostile-target";
import type { Call } from "../../support/http";
import { figure } from "../../support/long";
import { recordsPath } from "../../support/organization";
import { sendBytes } from "../../support/raw-http";

const PLACES_EACH = figure(5, 60);
const MINUTES = 60_000;
/** Room for the heap to breathe; 1,000 held bodies of this suite would be several times as much. */
const MAX_GROWTH_MEGABYTES = 192;

let target: HostileTarget;
let before: unknown[];
let memoryBefore: number;

beforeAll(async () => {
  target = await openHostileTarget();
  before = await answersTo(target.service.origin, target.normal);
  memoryBefore = residentMegabytes(target.service.pid);
});
afterAll(() => target?.service.stop());

describe("hostile requests", () => {
  it("are a thousand texts and more", () => {
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
      const samples = recordsPath("samples");
      const calls = BODIES.flatMap((body): Call[] => [
        { method: "POST", path: samples, body, token: target.token },
        { method: "POST", path: `${samples}/query`, body, token: target.token },
        { method: "PATCH", path: target.recordPath, body, token: target.token, headers: { "if-match": '"stale"' } },
      ]);
      const sent = await sendAll(target.service.origin, calls);
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

  it("the memory of the process is about what it was", () => {
    const growth = residentMegabytes(target.service.pid) - memoryBefore;
    console.info(`resident memory: ${memoryBefore.toFixed(0)} MB before, ${growth.toFixed(0)} MB more now`);
    expect(growth).toBeLessThan(MAX_GROWTH_MEGABYTES);
  });
});

function expectRoundTrip({ call, answer }: Sent, { stores }: Position, text: string): void {
  if (stores === undefined || answer.status !== 201) return;
  const { data } = (answer.json as { data: { data: Record<string, unknown> } }).data;
  expect(data[stores], tell(call)).toBe(text);
}
