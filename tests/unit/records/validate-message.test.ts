import { expect, it } from "vitest";
import { invalidData } from "@/lib/records/rules/validate";

const detail = (field: string) => ({ field, message: "is not a field of this entity" });

it("says what is wrong with the first field, and names the others where they are few", () => {
  const { code, message, details } = invalidData([detail("a"), detail("b")], "validation");
  expect(code).toBe("INVALID_BODY");
  expect(message).toBe(
    'The data is not valid: "a" is not a field of this entity. GET /entities/:entityKey lists them. Also not valid: "b"; see details.',
  );
  expect(details).toEqual([detail("a"), detail("b")]);
});

it("stays small where there are many, and says how many", () => {
  const { message, details } = invalidData(
    Array.from({ length: 100_000 }, (_, index) => detail(`k${index}`)),
    "validation",
  );
  expect(message).toBe(
    'The data is not valid: "k0" is not a field of this entity. GET /entities/:entityKey lists them. Also not valid: "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10" and 99989 more; see details.',
  );
  expect(details).toHaveLength(100);
});

it("cuts keys that are no keys, so that nobody is sent his mebibyte back", () => {
  const { message, details } = invalidData([detail("x".repeat(1_000_000))], "validation");
  expect(details).toEqual([detail(`${"x".repeat(100)}…`)]);
  expect(message.length).toBeLessThan(200);
  const longest = detail("x".repeat(100));
  expect(invalidData([longest], "validation").details).toEqual([longest]);
});

it("ends a question as one, and shows no control characters", () => {
  const asked = { field: "a\u0007b", message: "is not a field of this entity: did you mean ab?" };
  const { message, details } = invalidData([asked], "validation");
  expect(message).toBe('The data is not valid: "a\ufffdb" is not a field of this entity: did you mean ab?');
  expect(details).toEqual([asked]);
});
