import { expect, it } from "vitest";
import { isPagePath } from "@/lib/session/gate/page-paths";
import { NO_PAGE, toPageTarget } from "@/server/adapter/malformed-request";

it.each(["/", "/tokens/new?name=%", "/tokens/caf%C3%A9", "/x/../sign-in", "/sign-in?next=//x\\y"])(
  "%s stays as it is",
  (target) => {
    expect(toPageTarget(target)).toBe(target);
  },
);

it.each(["/%", "/tokens/%E0%A4%A", "//", "//evil.test/", "/tokens//new", "/\\evil.test"])("%s is no page", (target) => {
  expect(toPageTarget(target)).toBe(NO_PAGE);
});

it("no page is called what stands for none", () => {
  expect(isPagePath(NO_PAGE)).toBe(false);
});
