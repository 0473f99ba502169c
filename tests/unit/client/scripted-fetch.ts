/** A `fetch` that gives what a row says, in order, and keeps what was asked. For faults, which a real service does not have. */
import { vi } from "vitest";
import { client } from "@/packages/client/src/client";

export type Sent = {
  method: string;
  path: string;
  body: unknown;
  headers: { [name: string]: string };
  at: number;
  redirect: unknown;
};
/** What one request meets. */
export type Fate = (sent: Sent, signal: AbortSignal) => Response | Promise<Response>;

export const TOKEN = "service_v1_token";

/** The last fate is everybody's who comes later. Call it with fake timers. */
export function scripted(...fates: Fate[]) {
  const sent: Sent[] = [];
  const records = client({
    url: "https://records.example",
    token: TOKEN,
    fetch: async (input, init = {}) => {
      const { pathname, search } = new URL(String(input));
      const request = {
        method: init.method ?? "GET",
        path: pathname.replace("/api/v1", "") + search,
        body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
        headers: init.headers as { [name: string]: string },
        at: Date.now(),
        redirect: init.redirect,
      };
      sent.push(request);
      const fate = fates[Math.min(sent.length, fates.length) - 1] as Fate;
      return fate(request, init.signal as AbortSignal);
    },
  });
  return { records, deals: records.entity("deals"), sent };
}

/** Lets all timers pass until the work is done. What it came to, and after how many seconds. */
export async function outcomeOf<Value>(work: Promise<Value>) {
  const began = Date.now();
  const outcome = work.then(
    (value) => ({ value, error: null, seconds: (Date.now() - began) / 1000 }),
    (error) => ({ value: null, error, seconds: (Date.now() - began) / 1000 }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

export const RECORD = {
  id: "r1",
  entityKey: "deals",
  created: "2026-01-01T00:00:00.000Z",
  updated: "2026-01-01T00:00:00.000Z",
  versionId: "v1",
  data: { title: "Roof" },
};

export const gives =
  (data: unknown, status = 200, headers: { [name: string]: string } = {}): Fate =>
  () =>
    Response.json({ data }, { status, headers });

export const refuses =
  (status: number, code: string, headers: { [name: string]: string } = {}): Fate =>
  () =>
    Response.json({ error: { code, message: `${code}.`, requestId: "q1" } }, { status, headers });

/** The request arrived, and its response did not. */
export const loses: Fate = () => {
  throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNRESET" } });
};

export const isNotThere: Fate = () => {
  throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
};

export const says =
  (text: string, status: number, headers: { [name: string]: string } = {}): Fate =>
  () =>
    new Response(text, { status, headers });

/** Until it is given up. */
export const hangs: Fate = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
