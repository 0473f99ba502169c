/** Large bodies and large pages, many at once: bounded memory, and an answer for everybody. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { type Answer, send } from "../../support/http";
import { figure } from "../../support/long";
import { CAN_MEASURE_MEMORY, peakMib } from "../../support/memory";
import { caughtUp, changesPath } from "../../support/mirror";
import { dataOf, openOrganization, type Page, recordsPath } from "../../support/organization";
import { type Service, startService } from "../../support/service";

const MIB = 1024 * 1024;
const BODY_BYTES = 10 * MIB;
const BODIES = 100;
const RECORDS = 500;
const RECORD_BYTES = 64 * 1024;
const CLIENTS = 20;
const PAGE_BYTES = 16 * MIB;
const MEMORY_MIB = 512;
/** As on a host with little memory; where there is much, Node leaves garbage lying about, and nothing could be measured. */
const HEAP_MIB = 256;

const acme = await openOrganization("large");
let service: Service;
beforeAll(async () => {
  service = await startService("node", inject("databaseUrl"), { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` });
});
afterAll(() => service?.kill());

describe.skipIf(!CAN_MEASURE_MEMORY)("memory", () => {
  it(`${BODIES} bodies of 10 MiB, with and without an announced length, are refused and not kept`, async () => {
    const before = peakMib(service.pid);
    const piece = "x".repeat(64 * 1024);
    const outcomes: string[] = [];
    for (let batch = 0; batch < BODIES / 10; batch += 1)
      outcomes.push(
        ...(await Promise.all(Array.from({ length: 10 }, (_, index) => sendLargeBody(piece, index % 2 === 0)))),
      );
    expect(new Set(outcomes)).toEqual(new Set(["HTTP/1.1 400 Bad Request"]));
    expect(peakMib(service.pid) - before).toBeLessThan(MEMORY_MIB / 2);
  });

  it(`${CLIENTS} clients reading pages of ${RECORDS} records of 64 KiB: 16 MiB each, a cursor, and less than ${MEMORY_MIB} MiB`, async () => {
    await sql(
      `insert into records (entity_id, id, data, version, created_by, search_text)
       select r.entity_id, gen_random_uuid(), r.data || jsonb_build_object('json', repeat('x', $2)), gen_random_uuid(), r.created_by, ''
       from records r, generate_series(1, $3) where r.id = $1`,
      [(await acme.create("ada", "samples", { name: "large" })).id, RECORD_BYTES, RECORDS],
    );
    const path = `${recordsPath("samples")}?limit=500`;
    for (let round = 0; round < figure(2, 10); round += 1) {
      const answers = await Promise.all(Array.from({ length: CLIENTS }, () => readPage(path)));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const answer of answers) {
        expect(answer.text.length).toBeLessThan(PAGE_BYTES * 1.1);
        expect(answer.text.length).toBeGreaterThan(PAGE_BYTES * 0.9);
        expect(dataOf<Page>(answer).nextCursor).toEqual(expect.any(String));
      }
    }
    expect(peakMib(service.pid)).toBeLessThan(MEMORY_MIB);
  });
});

describe("two large responses that their token does not read", () => {
  it("leave room to another token of the organization, for pages and for the feed", async () => {
    const from = dataOf<{ nextCursor: string }>(
      await send(service.origin, { path: changesPath("samples"), token: acme.token("rea") }),
    ).nextCursor;
    for (let index = 0; index < 20; index += 1)
      await acme.create("ada", "samples", { name: `large ${index}`, json: "x".repeat(900_000) });
    await caughtUp();
    const unread = [await openUnread(), await openUnread()];
    const list = { path: `${recordsPath("samples")}?limit=500`, token: acme.token("wim") };
    const feed = (limit: number) => ({
      path: `${changesPath("samples")}?limit=${limit}&cursor=${from}`,
      token: acme.token("wim"),
    });
    for (const call of [list, feed(1), feed(500)]) expect((await send(service.origin, call)).status).toBe(200);
    for (const socket of unread) socket.destroy();
  });
});

/** One token has room for one page at a time; the others try again, as they are told. */
async function readPage(path: string): Promise<Answer> {
  for (;;) {
    const answer = await send(service.origin, { path, token: acme.token("rea") });
    if (answer.status !== 429) return answer;
    expect(answer.headers["retry-after"]).toBe("1");
  }
}

/** Resolves once the response has begun, or has been refused; nothing more is read of it. */
async function openUnread(): Promise<Socket> {
  const { hostname, port } = new URL(service.origin);
  const socket = connect(Number(port), hostname);
  const path = `/api/v1${recordsPath("samples")}?limit=500`;
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${acme.token("rea")}\r\n\r\n`);
  await once(socket, "readable");
  return socket;
}

/** The status line. Goes on sending whatever the server says, as a careless client does. */
function sendLargeBody(piece: string, announced: boolean): Promise<string> {
  const { hostname, port } = new URL(service.origin);
  const head = [
    `POST /api/v1${recordsPath("samples")} HTTP/1.1`,
    "host: localhost",
    `authorization: Bearer ${acme.token("wim")}`,
    "content-type: application/json",
    announced ? `content-length: ${BODY_BYTES}` : "transfer-encoding: chunked",
  ];
  const chunk = announced ? piece : `${piece.length.toString(16)}\r\n${piece}\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (data) => (text += data));
    socket.on("error", reject);
    socket.on("close", () => resolve(text.split("\r\n", 1)[0] ?? ""));
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    let left = BODY_BYTES / piece.length;
    const sendMore = () => {
      left -= 1;
      if (left >= 0) socket.write(chunk, sendMore);
      else socket.end(announced ? "" : "0\r\n\r\n");
    };
    sendMore();
  });
}
