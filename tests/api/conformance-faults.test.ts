/**
 * The conformance kit notices single faults: the same service behind a proxy that breaks one promise at a time, and only the
 * clauses about that promise fail.
 */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, inject, it } from "vitest";
import { runClauses } from "../conformance/clause";
import { EVERY_CLAUSE } from "../conformance/every-clause";
import { openSession } from "../conformance/session";
import { type Answer, sendTo } from "../support/http";
import { openOrganization } from "../support/organization";

type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string };
type Fault = { request?: (request: Asked) => void; answer?: (answer: Answer) => void };

const MINUTES = 60_000;
const FRAMING = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);
const acme = await openOrganization("faulty");
for (const name of ["first", "second", "third"]) await acme.create("ada", "samples", { name });

/** Only where the answer, or the request, has the header at all. */
const told = (name: string, value: string | undefined): Fault => ({
  answer: ({ headers }) => change(headers, name, value),
});
const asked = (name: string, value: string | undefined): Fault => ({
  request: ({ headers }) => change(headers, name, value),
});
const rewritten = (part: "path" | "body", pattern: RegExp, by: string): Fault => ({
  request: (request) => {
    request[part] = request[part].replace(pattern, by);
  },
});

/** What is broken, how, and a clause that must notice. */
const FAULTS: [string, Fault, string][] = [
  ["supplied request ids", asked("x-request-id", undefined), "A supplied request id"],
  ["Allow", told("allow", undefined), "A known path with another method is 405 with Allow."],
  ["challenges", told("www-authenticate", 'Bearer error="invalid_token"'), "No token is 401, with a challenge"],
  ["the bounds of limit", rewritten("path", /limit=501/, "limit=500"), "limit is an integer"],
  ["fields", rewritten("path", /fields=\w+/, ""), "fields leaves the envelope"],
  ["orders", rewritten("path", /sort=created:asc$/, ""), "Newest first"],
  ["filters", rewritten("body", /^\{"where":.*$/, "{}"), "eq finds exactly the record"],
  ["If-None-Match", asked("if-none-match", undefined), "With its version in If-None-Match it is 304."],
  ["If-Match", asked("if-match", "*"), "Without If-Match it is 428, with another version 412"],
  ["Last-Event-ID", asked("last-event-id", undefined), "A stream is refused as the feed is"],
  [
    "the targets of webhooks",
    rewritten("body", /"url":"[^"]*"/, '"url":"https://hooks.example.com/"'),
    "A URL that is no",
  ],
  ["idempotency keys", asked("idempotency-key", undefined), "The same Idempotency-Key makes one record"],
];

/** It is the kit that is tried here, not the adapters: for the second one two faults will do. */
const TRIED = inject("adapter") === "node" ? FAULTS : FAULTS.slice(0, 2);

it.each(TRIED)(
  "a deployment that breaks %s is detected",
  async (_, fault, clause) => {
    const proxy = await startProxy(fault);
    try {
      const failed = await failedClauses(proxy.url);
      expect(failed.filter((says) => says.startsWith(clause)).length).toBeGreaterThan(0);
      // Most of the others have nothing to do with it.
      expect(failed.length).toBeLessThan(25);
    } finally {
      proxy.stop();
    }
  },
  2 * MINUTES,
);

/** In this process: it is the clauses that are tried, and `conformance.test.ts` runs the kit as anyone would. */
async function failedClauses(url: string): Promise<string[]> {
  const outcomes = await runClauses(EVERY_CLAUSE, openSession(url, acme.token("ada"), "samples"));
  return outcomes.filter(({ result }) => result === "failed").map(({ says }) => says);
}

async function startProxy({ request: change, answer }: Fault): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (incoming, outgoing) => {
    const received: Asked = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      headers: incoming.headers,
      body: await textOf(incoming),
    };
    change?.(received);
    if (received.headers.accept === "text/event-stream") return passStream(received, outgoing);
    const got = await sendTo(acme.origin, received.path, {
      method: received.method,
      headers: Object.entries(withoutFraming(received.headers)),
      body: received.body === "" ? undefined : received.body,
    });
    answer?.(got);
    outgoing.writeHead(got.status, withoutFraming(got.headers)).end(got.text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A stream does not end by itself. */
function passStream({ path, headers }: Asked, outgoing: ServerResponse): void {
  const upstream = request(`${acme.origin}${path}`, { agent: false, headers: withoutFraming(headers) });
  upstream.on("error", () => outgoing.destroy());
  upstream.on("response", (response) => {
    outgoing.writeHead(response.statusCode ?? 0, withoutFraming(response.headers));
    response.on("error", () => {}).pipe(outgoing);
  });
  outgoing.on("close", () => upstream.destroy());
  upstream.end();
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += chunk;
  return text;
}

function change(headers: IncomingHttpHeaders, name: string, value: string | undefined): void {
  if (headers[name] === undefined) return;
  if (value === undefined) delete headers[name];
  else headers[name] = value;
}

/** What each of the two connections says for itself. */
function withoutFraming(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !FRAMING.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
