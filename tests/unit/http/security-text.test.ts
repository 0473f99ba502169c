/** security.txt has what RFC 9116 asks for, and does not expire. */
import { expect, it } from "vitest";
import { securityText } from "@/lib/http/security-text";

it("names contact, expiry and its own address", () => {
  const text = securityText({
    contact: "mailto:security@records.example",
    origin: "https://records.example",
    now: new Date("2026-11-22T18:00:00.000Z"),
  });
  expect(text).toBe(
    [
      "Contact: mailto:security@records.example",
      "Expires: 2027-05-21T00:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://records.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});
