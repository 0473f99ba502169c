/** Which refusals of PostgreSQL are the caller's conflicts. */
import { describe, expect, it } from "vitest";
import { throwChildConflict, throwConflict } from "@/lib/store/records/conflicts";
import { refusalOf } from "../refusal";

const failure = (code: string) => Object.assign(new Error("Key (label_key)=(secret) already exists."), { code });
const FIELDS = { label: "name", parent: "group", unique: [] };

describe("a refused write", () => {
  it.each([
    ["23505", "DUPLICATE_LABEL", "name"],
    ["23503", "PARENT_REFERENCE", "group"],
    ["23001", "PARENT_REFERENCE", "group"],
  ])("with the state %s is %s, names the field, and tells nothing of the other record", (state, code, field) => {
    const refused = refusalOf(() => throwConflict(failure(state), FIELDS));
    expect([refused.code, refused.details?.map((detail) => detail.field)]).toEqual([code, [field]]);
    expect(refused.message).not.toContain("secret");
  });

  it.each(["23505", "23503"])("with the state %s names no field that the caller cannot know", (state) => {
    const refused = refusalOf(() => throwConflict(failure(state), { label: null, parent: null, unique: [] }));
    expect(refused.details).toBeUndefined();
  });

  it.each(["23503", "23001"])("of a delete with the state %s is PARENT_REFERENCE, and names the children", (state) => {
    const refused = refusalOf(() => throwChildConflict(failure(state)));
    expect([refused.code, refused.details]).toEqual(["PARENT_REFERENCE", undefined]);
    expect(refused.message).toMatch(/^Other records have this one as their parent/);
  });

  it.each([failure("23514"), failure("40001"), new Error("no state"), "text"])(
    "is otherwise an error that is passed on: %s",
    (error) => {
      for (const pass of [() => throwConflict(error, FIELDS), () => throwChildConflict(error)]) {
        let thrown: unknown;
        try {
          pass();
        } catch (caught) {
          thrown = caught;
        }
        expect(thrown).toBe(error);
      }
    },
  );
});
