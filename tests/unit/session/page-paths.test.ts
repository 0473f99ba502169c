/** The list of pages is that of the folder `app`: what is not on it is answered before Next is asked. */
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { isPagePath, ownPath } from "@/lib/session/gate/page-paths";

/** What proxy.ts does not come before. */
const OF_THE_INTERFACE = /^\/(?:api\/(?:v1|health)|mcp)(?:\/|$)/;

const paths = readdirSync("app", { recursive: true, encoding: "utf8" })
  // The routes of a slot are those of pages.
  .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file) && !file.includes("@"))
  .map((file) => `/${file.replace(/\([^)]*\)\//g, "").replace(/\/?(?:page\.tsx|route\.ts)$/, "")}`)
  .filter((path) => !OF_THE_INTERFACE.test(path));

it("finds the pages of the folder", () => {
  expect(paths).toEqual(expect.arrayContaining(["/", "/tokens/[id]/rotate", "/admin/audit/export", "/openapi.json"]));
  expect(paths.length).toBeGreaterThan(15);
});

it.each(paths)("%s is a page, with a trailing slash too", (path) => {
  const asked = path.replaceAll(/\[\w+\]/g, "0123456789012345678901");
  expect([isPagePath(asked), isPagePath(asked === "/" ? asked : `${asked}/`)]).toEqual([true, true]);
});

it.each([
  "",
  "//",
  "/no-such-page",
  "/sign-in//",
  "/tokens/1/2",
  "/tokens//edit",
  "/_next/image",
  "/tokens.rsc",
  "/openapixjson",
  "/api/auth/sign-in/email",
  "/constructor",
])("%s is not a page", (path) => {
  expect(isPagePath(path)).toBe(false);
});

it.each([
  ["/tokens/new?name=a%20b#c", "/tokens/new?name=a%20b#c"],
  ["/admin/audit?actor=ada@acme.test", "/admin/audit?actor=ada@acme.test"],
  ["/a/../tokens", "/tokens"],
  ["/tokens?next=https://evil.test", "/tokens?next=https://evil.test"],
])("%s is a path of this service", (asked, path) => {
  expect(ownPath(asked)).toBe(path);
});

it.each([
  undefined,
  null,
  "",
  "//evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  " //evil.test",
  "/..//evil.test",
  "https://evil.test/tokens",
  "javascript:alert(1)",
  "http://own.invalid/tokens",
  ["/tokens/new", "/tokens"],
])("%j is replaced by the overview", (asked) => {
  expect(ownPath(asked)).toBe("/overview");
});
