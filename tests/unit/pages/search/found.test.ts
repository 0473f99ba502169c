/** The one search, over its real entries: what people type finds what they mean, and each result once. */
import { describe, expect, it } from "vitest";
import { findInReference } from "@/app/(member)/search/find-everything";
import { toGroups } from "@/components/search/found";
import { portalEntries } from "@/components/shell/destinations";
import { rankEntries } from "@/lib/ranked-search";
import { accessTo } from "../../compiled";

const keys = ["deals", ...Array.from({ length: 99 }, (_, index) => `things${index}`)];
const entities = keys.map((key) => ({
  key,
  pluralLabel: key === "deals" ? "Deals" : key,
  labelField: "field0",
  fields: Array.from({ length: 20 }, (_, index) => ({ key: `field${index}`, type: "text" as const })),
}));
const access = accessTo(entities, ["list", "create"]);
const groupsFor = (text: string, limit = 5) => {
  const portal = rankEntries(portalEntries({ admin: true, keeper: true }), text);
  return toGroups({ ...findInReference({ text, access, tokenId: null }), portal }, limit);
};
const addressesFor = (text: string) => groupsFor(text).flatMap(({ entries }) => entries.map(({ href }) => href));

const endpointsFor = (text: string) => groupsFor(text).find(({ title }) => title === "Endpoints")?.entries ?? [];

describe("finds what people type", () => {
  it.each([
    ["rate limit", "/docs/contract#3-rate-limits"],
    ["429", "/docs/errors#RATE_LIMITED"],
    ["pagination", "/docs/contract#6-lists"],
    ["PERMISSION_DENIED", "/docs/errors#PERMISSION_DENIED"],
    ["deals", "/reference/deals"],
    ["batch", "/reference/deals#batch"],
    ["field7 deals", "/reference/deals#field-field7"],
    ["sdk", "/docs/client#public-records"],
    ["changelog", "/docs/contract#9-versioning"],
    ["two-factor", "/second-factor"],
    ["rotate", "/docs/contract#2-authentication"],
    ["revoke", "/docs/contract#2-authentication"],
    ["webhok", "/docs/guides/webhooks"],
    ["deaals", "/reference/deals"],
  ])("%s: %s", (text, href) => {
    expect(addressesFor(text)).toContain(href);
  });

  it("of a hundred entities an endpoint is one result, and one for the entity that the text names", () => {
    const [batch, ...others] = endpointsFor("batch");
    expect([batch?.below?.length, others]).toEqual([100, []]);
    const detail = "POST /entities/:entityKey/records/batch";
    expect(batch).toMatchObject({ title: "Batch write", detail, href: "/reference/deals#batch" });
    const named = { title: "Batch write · things42", href: "/reference/things42#batch" };
    expect(endpointsFor("batch things42")).toMatchObject([named]);
    expect(endpointsFor("things42")).toEqual([]);
  });

  it("finds what is typed, if anything, without guessing another word", () => {
    expect(groupsFor("field7").map(({ title }) => title)).toEqual(["Fields"]);
    expect(addressesFor("deels")).toContain("/reference/deals");
    expect(addressesFor("dels")).toEqual([]);
  });

  it("the exact title comes first", () => {
    expect(groupsFor("deals")[0]?.entries[0]?.href).toBe("/reference/deals");
    expect(groupsFor("RATE_LIMITED")[0]?.entries[0]?.href).toBe("/docs/errors#RATE_LIMITED");
  });
});

it("offers what administrators do to them alone", () => {
  const hrefs = portalEntries({ admin: false, keeper: false }).map(({ href }) => href);
  expect(hrefs.filter((href) => href.startsWith("/admin") || href === "/accounts")).toEqual([]);
  expect(hrefs).toEqual([...new Set(hrefs)]);
});

it("searches 100 entities of 20 fields in less than 50 ms of the processor", () => {
  groupsFor("warm up");
  const began = process.cpuUsage();
  for (const text of ["r", "ra", "rat", "rate", "field", "batch", "no such thing", "429", "deals", "limit"])
    groupsFor(text);
  const { user, system } = process.cpuUsage(began);
  const each = (user + system) / 1_000 / 10;
  console.info(`A search takes ${each.toFixed(1)} ms.`);
  expect(each).toBeLessThan(50);
});
