import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readFrom } from "@/app/(member)/webhooks/verification-code";
import { describeFirstTest, describeTest, describeTrouble } from "@/app/(member)/webhooks/webhook-words";

const WELL = { reason: null, lastAttempt: null, nextAttempt: null, entityKey: "deals" };
const REFUSED = { at: "2026-01-31T09:30:00.000Z", outcome: "status", status: 500, milliseconds: 12 } as const;
const FAILING = { ...WELL, lastAttempt: REFUSED, nextAttempt: "2026-01-31T09:35:00.000Z" };

it.each([
  [FAILING, "The last attempt failed: 500, after 12 ms", /answer 2xx.*Nothing is lost/],
  [{ ...WELL, reason: "PAUSED" }, "Paused", /until you resume it\. Changes wait for 30 days\./],
  [{ ...WELL, reason: "GONE" }, "Disabled: the receiver answered 410 Gone", /then resume/],
  [{ ...WELL, reason: "PERMISSION_DENIED" }, "Paused: its token can no longer list deals", /by itself/],
] as const)("the state of a webhook %o is described with what to do", (webhook, title, advice) => {
  const trouble = describeTrouble(webhook, 30);
  expect(trouble?.title).toBe(title);
  expect(trouble?.advice).toMatch(advice);
});

describe("a test", () => {
  it("says what to do about a failure", () => {
    const text =
      "No response in time, after 15.0 s. The receiver has 15 seconds. Answer first, and do long work afterwards.";
    expect(describeTest({ outcome: "timeout", status: null, milliseconds: 15_000 })).toEqual({ tone: "bad", text });
    expect(describeTest({ outcome: "delivered", status: 204, milliseconds: 8 }).text).toBe(
      "Delivered: 204, after 8 ms.",
    );
  });

  it("is no failure before the receiver has the secret, if it is refused", () => {
    expect(describeFirstTest(REFUSED).tone).toBe("info");
    expect(describeFirstTest({ outcome: "dns", status: null, milliseconds: 3 }).tone).toBe("bad");
  });
});

it("verifies with the code of the guide and of the client", () => {
  const codes = readFrom(
    readFileSync("docs/guides/webhooks.md", "utf8"),
    readFileSync("packages/client/README.md", "utf8"),
  );
  const marks = {
    typescript: "await verifyWebhook(",
    python: "hmac.compare_digest",
    go: "hmac.Equal",
    openssl: "openssl dgst",
  };
  expect(Object.keys(marks)).toEqual(codes.map(({ key }) => key));
  for (const { key, text } of codes) expect(text).toContain(marks[key as keyof typeof marks]);
  expect(codes[0]?.text).not.toContain("CityRecord");
});
