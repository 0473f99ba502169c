import { expect, it } from "vitest";
import { destinationsOf } from "@/components/shell/destinations";
import { nearness } from "@/components/shell/nav-link";

it("leads members to their own pages, keepers to their accounts, administrators to all", () => {
  const hrefs = (member: { admin: boolean; keeper: boolean }) =>
    destinationsOf(member).flatMap(({ destinations }) => destinations.map(({ href }) => href));
  const own = ["/overview", "/tokens", "/webhooks", "/requests", "/reference", "/explain", "/connect"];
  expect(hrefs({ admin: false, keeper: false })).toEqual(own);
  expect(hrefs({ admin: false, keeper: true })).toEqual([...own, "/accounts"]);
  expect(hrefs({ admin: true, keeper: false })).toEqual([
    "/overview",
    "/tokens",
    "/webhooks",
    "/requests",
    "/reference",
    "/explain",
    "/connect",
    "/admin/tokens",
    "/admin/webhooks",
    "/admin/members",
    "/accounts",
    "/admin/policy",
    "/admin/audit",
  ]);
});

it.each([
  ["/tokens", "page"],
  ["/tokens/new", "true"],
  ["/tokens-other", undefined],
  ["/admin/tokens", undefined],
])("marks the list of tokens, at %s, as %s", (path, marked) => {
  expect(nearness(path, "/tokens")).toBe(marked);
});
