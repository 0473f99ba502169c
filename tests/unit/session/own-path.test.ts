/** Where signing in may lead. */
import { expect, it } from "vitest";
import { ownPath } from "@/lib/session/own-path";

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
  "tokens",
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  " //evil.test",
  "/..//evil.test",
  "/.//evil.test",
  "https://evil.test/tokens",
  "https:/evil.test",
  "javascript:alert(1)",
  "data:text/html,hello",
  "http://own.invalid/tokens",
  ["/tokens/new", "/tokens"],
])("%j is none, and leads to the tokens", (asked) => {
  expect(ownPath(asked)).toBe("/tokens");
});
