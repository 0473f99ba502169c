import { expect, it } from "vitest";
import { nextEndOf } from "@/components/tokens/list/find-tokens";
import { daysFromNow, item, NOW } from "./item";

it("is the first of the ends that are still to come, of tokens that work", () => {
  expect(
    nextEndOf(
      [
        item("a", { expires: daysFromNow(9) }),
        item("b", { expires: daysFromNow(2), status: "expires soon" }),
        item("c", { expires: daysFromNow(3), status: "rotating" }),
        item("d", { expires: daysFromNow(1), status: "revoked" }),
        item("e", { expires: daysFromNow(1), status: "owner inactive" }),
        item("f", { expires: NOW, status: "active" }),
        item("g", { expires: null }),
      ],
      NOW,
    ),
  ).toEqual(daysFromNow(2));
});

it("is none where nothing ends", () => {
  expect(nextEndOf([], NOW)).toBeNull();
  expect(nextEndOf([item("a", { expires: null }), item("b", { status: "expired" })], NOW)).toBeNull();
});
