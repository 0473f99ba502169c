import { expect, it } from "vitest";
import { toReadableTarget } from "@/server/readable-target";

it.each(["/", "/tokens/new?name=%", "/tokens/caf%C3%A9", "/100%25", "http://host/tokens?x=%E0%A4%A"])(
  "%s stays as it is",
  (target) => {
    expect(toReadableTarget(target)).toBe(target);
  },
);

it.each([
  ["/%", "/%25"],
  ["/tokens/%E0%A4%A", "/tokens/%25E0%25A4%25A"],
  ["/tokens/%ff?status=a%20b", "/tokens/%25ff?status=a%20b"],
])("%s becomes what it is called", (target, readable) => {
  expect(toReadableTarget(target)).toBe(readable);
});
