import { expect, it } from "vitest";
import { destinationsOf } from "@/components/shell/destinations";
import { nearness } from "@/components/shell/nearness";

it("leads members to their own pages, administrators to all", () => {
  const hrefs = (admin: boolean) =>
    destinationsOf({ admin }).flatMap(({ destinations }) => destinations.map(({ href }) => href));
  expect(hrefs(false)).toEqual(["/overview", "/tokens", "/requests", "/reference", "/explain"]);
  expect(hrefs(true)).toEqual([
    "/overview",
    "/tokens",
    "/requests",
    "/reference",
    "/explain",
    "/admin/tokens",
    "/admin/members",
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
