/** How much a form can send: what Next takes, and what is refused before Next is asked, are one limit. */
import { expect, it } from "vitest";
import { MAX_FORM_BYTES } from "@/lib/limits";
import nextConfig from "../../../next.config";

it("what Next takes of an action is what a page is refused beyond", () => {
  expect(nextConfig.experimental?.serverActions?.bodySizeLimit).toBe("256kb");
  expect(MAX_FORM_BYTES).toBe(262_144);
});
