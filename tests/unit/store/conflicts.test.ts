/** Which refusals of PostgreSQL are the caller's conflicts. */
import { describe, expect, it } from "vitest";
import { throwConflict } from "@/lib/store/conflicts";
import { refusalOf } from "../refusal";

const failure = (code: string) => Object.assign(new Error("Key (label_key)=(secret) already exists."), { code });

describe("a refused write", () => {
  it.each([
    ["23505", "DUPLICATE_LABEL"],
    ["23503", "PARENT_REFERENCE"],
    ["23001", "PARENT_REFERENCE"],
  ])("with the state %s is %s, and tells nothing of the other record", (state, code) => {
    const refused = refusalOf(() => throwConflict(failure(state)));
    expect(refused.code).toBe(code);
    expect(refused.message).not.toContain("secret");
    expect(refused.details).toBeUndefined();
  });

  it.each([failure("23514"), failure("40001"), new Error("no state"), "text"])(
    "is a fault otherwise, and passes on: %s",
    (error) => {
      let thrown: unknown;
      try {
        throwConflict(error);
      } catch (caught) {
        thrown = caught;
      }
      expect(thrown).toBe(error);
    },
  );
});
