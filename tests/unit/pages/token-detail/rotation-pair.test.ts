/** Whether somebody would notice the end of an overlap. */
import { describe, expect, it } from "vitest";
import { formatRequests } from "@/app/(member)/tokens/[id]/rotation/load-pair";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const last = { at: new Date("2026-11-21T11:57:00.000Z"), address: "10.0.0.8", status: 200 };
const calls = (count: number, exact = true) => ({
  accepted: { count, exact },
  refused: { count: 0, exact: true },
  last,
  addresses: ["10.0.0.8"],
});

describe("calls made with the old secret", () => {
  it.each([
    [{ ...calls(0), last: null }, "It was not used since the rotation."],
    [calls(1), "1 accepted request with it since the rotation, the last request 3 minutes ago from 10.0.0.8."],
    [calls(12), "12 accepted requests with it since the rotation, the last request 3 minutes ago from 10.0.0.8."],
    [
      calls(50, false),
      "At least 50 accepted requests with it since the rotation, the last request 3 minutes ago from 10.0.0.8.",
    ],
  ])("%#", (since, words) => {
    expect(formatRequests(since, NOW)).toBe(words);
  });
});
