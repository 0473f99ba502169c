/** Which keys a caller may write, and what it is told of those that it may not (contract § 7). */
import { describe, expect, it } from "vitest";
import type { EntityAccess } from "@/lib/access/compile";
import type { RowScope } from "@/lib/access/scope";
import { compileEntity } from "@/lib/configuration/compile";
import {
  requireReachesChanged,
  requireReachesNew,
  requireWritable,
  unknownKeys,
  writableData,
  writeVerbs,
} from "@/lib/records/rules/write-permissions";
import { refusalOf } from "../refusal";

const SOME: RowScope = [{ field: "open", operator: "eq", value: true }];

const access = {
  entity: compileEntity(
    {
      key: "deals",
      labelField: "title",
      fields: [
        { key: "title", type: "text" },
        { key: "score", type: "text", writeVerb: "rate" },
        { key: "serial", type: "text", readOnly: true },
        { key: "partly", type: "text", writeVerb: "sign" },
        { key: "blind", type: "text" },
      ],
    },
    "id",
  ),
  readable: new Map<string, RowScope>([
    ["title", "all"],
    ["score", "all"],
    ["serial", "all"],
    ["partly", SOME],
  ]),
  writable: new Map<string, RowScope>([
    ["title", "all"],
    ["partly", SOME],
    ["blind", "all"],
  ]),
} as unknown as EntityAccess;

describe("a key", () => {
  it("that is read but not written is refused, by name", () => {
    const { code, message } = refusalOf(() => requireWritable(access, ["title", "score"]));
    expect([code, message]).toEqual(["PERMISSION_DENIED", "This token can read but not write score. Leave it out."]);
    const message2 = refusalOf(() => requireWritable(access, ["serial"])).message;
    expect(message2).toBe("Nobody can write serial by the API: read-only. Leave it out.");
    const message3 = refusalOf(() => requireWritable(access, ["serial", "score"])).message;
    expect(message3).toBe("This token can read but not write serial, score. Leave it out.");
  });

  it("that is neither counts as unknown", () => {
    const keys = ["title", "blind", "hidden", "__proto__", "nonsense"];
    expect(requireWritable(access, keys)).toEqual([]);
    const message = "is not a field of this entity";
    expect(unknownKeys(access, keys)).toEqual(["hidden", "__proto__", "nonsense"].map((field) => ({ field, message })));
  });

  it("that cannot be written is left out of what is checked", () => {
    const given = { title: "x", score: "y", hidden: 1, blind: "z" };
    expect(writableData(access, given)).toEqual({ title: "x", blind: "z" });
  });

  it("that requires a permission is returned as that permission", () => {
    expect(requireWritable(access, ["title", "partly"])).toEqual(["sign"]);
    expect(writeVerbs(access, ["partly", "score"])).toEqual(["sign"]);
  });

  it("that nests the fields is refused with the way to write them", () => {
    const message = "is not a field of this entity: the fields go straight into data";
    expect(unknownKeys(access, ["other", "fields"])).toEqual(["other", "fields"].map((field) => ({ field, message })));
  });

  it("that is close to one that can be written is refused with its name, ten times at most", () => {
    const messages = (keys: string[]) => unknownKeys(access, keys).map(({ message }) => message);
    const named = "is not a field of this entity: did you mean title?";
    expect(messages(["titel", "scores"])).toEqual([named, "is not a field of this entity"]);
    const many = Array.from({ length: 11 }, () => "titel");
    expect(messages(many)).toEqual([...Array.from({ length: 10 }, () => named), "is not a field of this entity"]);
  });
});

it("values that the token cannot write are refused with what the token is limited to, if it is", () => {
  const limited = { ...access, limitedTo: [["title", "eq", "x"]] };
  const open = { ...access, limitedTo: [] };
  const where = "It is limited to some records of this entity: GET /entities/deals shows which, as limitedTo.";
  const created = (own: EntityAccess) => refusalOf(() => requireReachesNew(own, "create")).message;
  expect(created(limited)).toBe(`This token cannot create a record with these values. ${where}`);
  expect(created(open)).toBe("This token cannot create a record with these values.");
  const changed = (own: EntityAccess) =>
    refusalOf(() => requireReachesChanged(own, { before: null, after: "update" })).message;
  expect(changed(limited)).toBe(`This token cannot change this record to these values. ${where}`);
  expect(changed(open)).toBe("This token cannot change this record to these values.");
});
