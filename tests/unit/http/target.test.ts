/** The target of a request line, taken apart as it was received. */
import { describe, expect, it } from "vitest";
import { splitTarget, withoutOrigin } from "@/lib/http/target";

describe("a target", () => {
  it.each([
    ["http://host:80/a?b", "/a?b"],
    ["HTTPS://host", "/"],
    ["http://host?b", "/?b"],
    ["/http://host/a", "/http://host/a"],
  ])("%s without its origin is %s", (target, rest) => {
    expect(withoutOrigin(target)).toBe(rest);
  });

  it.each([
    ["/a", { path: "/a", query: "" }],
    ["/a?", { path: "/a", query: "" }],
    ["/a?b=c?d", { path: "/a", query: "b=c?d" }],
    ["?b", { path: "", query: "b" }],
  ])("%s is split at its first question mark", (target, parts) => {
    expect(splitTarget(target)).toEqual(parts);
  });
});
