/** Pages that were not asked for in a while, and what they leave in use rests meanwhile, are as they were. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openOrganization } from "../../support/organization";
import { entry, givePassword, signedIn } from "../../support/page-people";
import { type Service, startService } from "../../support/service";

/** A second more than they stay in use. */
const REST_MS = 6_000;

const acme = await openOrganization();
let service: Service;

beforeAll(async () => {
  service = await startService(inject("door"), inject("databaseUrl"));
});
afterAll(() => service?.kill());

it("a page is made again, for the same person, and so is another one", async () => {
  const client = await signedIn(service.origin, await givePassword(acme, "rea"));
  expect(await entry(client)).toBe("in");
  await pause(REST_MS);
  const pages = await Promise.all([client.get("/tokens"), client.get("/tokens/new")]);
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
  expect(pages.every(({ text }) => text.includes(`rea@${acme.key}.test`))).toBe(true);
  expect(service.output()).not.toMatch(/"level":50|AsyncLocalStorage|Invariant/);
});
