/** To its user a token and the one in its place are one: what belongs to the token follows a rotation (contract § 2). */
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { BUDGETS } from "@/lib/budgets";
import { rotate } from "../../support/configuration";
import { openEvents } from "../../support/event-stream";
import { send } from "../../support/http";
import { callTool, contentOf, refusalOf } from "../../support/mcp";
import { dataOf, errorOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";

const acme = await openOrganization("rotated");
const origin = inject("origin");
const SAMPLES = recordsPath("samples");

async function openRotated() {
  const first = await acme.issue("wim");
  const second = await rotate(first.id);
  return { first, second, third: await rotate(second.id) };
}

const create = (token: string, key: string, name: string) =>
  send(origin, { method: "POST", path: SAMPLES, token, headers: { "idempotency-key": key }, json: { data: { name } } });
const countOf = async (name: string) => (await acme.page("ada", `${SAMPLES}?search=${name}`)).items.length;

describe("an Idempotency-Key", () => {
  it("follows the rotation, in both directions", async () => {
    const first = await acme.issue("wim");
    const made = await create(first.text, "before", "forward");
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    for (const { text } of [second, third, first]) {
      const again = await create(text, "before", "forward");
      expect([again.status, again.headers["idempotent-replayed"]]).toEqual([201, "true"]);
      expect(dataOf<RecordView>(again)).toEqual(dataOf<RecordView>(made));
    }
    expect(await countOf("forward")).toBe(1);
    await create(third.text, "after", "backward");
    expect((await create(first.text, "after", "backward")).headers["idempotent-replayed"]).toBe("true");
    expect(await countOf("backward")).toBe(1);
    expect(errorOf(await create(second.text, "before", "another body")).code).toBe("INVALID_BODY");
  });

  it("creates one record if both secrets send the request at once", async () => {
    const { first, third } = await openRotated();
    const texts = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? first : third).text);
    const answers = await Promise.all(texts.map((text) => create(text, "together", "together")));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await countOf("together")).toBe(1);
  });

  it("of a batch, an update and a delete follows it, too", async () => {
    const first = await acme.issue("ada");
    const { path, etag } = await acme.create("ada", "samples", { name: "changed" });
    const removed = await acme.create("ada", "samples", { name: "removed" });
    const calls = [
      { method: "POST", path: `${SAMPLES}/batch`, json: { operations: [{ op: "create", data: { name: "batched" } }] } },
      { method: "PATCH", path, headers: { "if-match": etag }, json: { data: { name: "renamed" } } },
      { method: "DELETE", path: removed.path, headers: { "if-match": "*" } },
    ];
    const sent = async (token: string) => {
      const replayed = [];
      for (const call of calls) {
        const headers = { ...call.headers, "idempotency-key": `of a ${call.method}`.replaceAll(" ", "-") };
        const { status, headers: shown } = await send(origin, { ...call, token, headers });
        replayed.push([status, shown["idempotent-replayed"]]);
      }
      return replayed;
    };
    expect(await sent(first.text)).toEqual(Array(3).fill([200, undefined]));
    expect(await sent((await rotate(first.id)).text)).toEqual(Array(3).fill([200, "true"]));
  });

  it("is not that of another token of the same owner", async () => {
    const [one, other] = [await acme.issue("wim"), await acme.issue("wim")];
    await create(one.text, "own", "separate");
    await create((await rotate(other.id)).text, "own", "separate");
    expect(await countOf("separate")).toBe(2);
  });
});

it("a plan of propose is applied with the next secret, once, and by no other token", async () => {
  const { first, third } = await openRotated();
  const operations = [{ op: "create", entity: "samples", data: { name: "planned" } }];
  const proposed = callTool(origin, "propose", { operations }, { token: first.text });
  const { plan } = await contentOf<{ plan: string }>(proposed);
  const apply = (token: string) => callTool(origin, "apply", { plan }, { token });
  expect((await refusalOf(apply(acme.token("wim")))).code).toBe("INVALID_BODY");
  expect(await contentOf(apply(third.text))).toMatchObject({ repeated: false });
  expect(await contentOf(apply(first.text))).toMatchObject({ repeated: true });
  expect(await countOf("planned")).toBe(1);
});

it("the streams of all secrets of a token are counted together", async () => {
  const { first, second, third } = await openRotated();
  const path = "/entities/samples/changes";
  const openStream = async (token: string) => {
    const stream = await openEvents(origin, { path, token });
    onTestFinished(stream.close);
    return stream.status;
  };
  for (let index = 0; index < BUDGETS.streams.token; index += 1)
    expect(await openStream((index % 2 === 0 ? first : second).text)).toBe(200);
  expect(await openStream(third.text)).toBe(429);
});
