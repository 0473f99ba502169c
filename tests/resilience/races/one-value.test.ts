/** Many writers, one value of a unique field, two processes (contract § 7). */

import { expect, it } from "vitest";
import { patch, post } from "../../support/http";
import { figure } from "../../support/long";
import { type Made, openOrganization, recordsPath } from "../../support/organization";
import { tally, together } from "../../support/parallel";

const acme = await openOrganization("value");
const file = structuredClone(acme.file);
const notes = file.entities.find(({ key }) => key === "notes");
const key = { key: "externalKey", label: "Key", type: "text" };
notes?.fields.push({ ...key, unique: true });
await acme.apply(file);

const NOTES = recordsPath("notes");

it("of 50 creates of one value exactly one is created", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const answers = await together(50, (index) =>
      post(
        NOTES,
        { data: { title: `note ${round}.${index}`, externalKey: `key ${round}` } },
        { token: acme.token("ada") },
      ),
    );
    expect(tally(answers)).toEqual({ "201": 1, "409 DUPLICATE_LABEL": 49 });
  }
});

it("of 50 updates to one value exactly one is made", async () => {
  const records: Made[] = [];
  for (let index = 0; index < 50; index += 1) records.push(await acme.create("ada", "notes", { title: `to ${index}` }));
  const answers = await together(50, (index) =>
    patch(records[index]?.path ?? "", { externalKey: "wanted" }, { token: acme.token("ada") }),
  );
  expect(tally(answers)).toEqual({ "200": 1, "409 DUPLICATE_LABEL": 49 });
});

it("a field that becomes unique while duplicates are written is refused, or holds: nothing is a fault", async () => {
  for (let round = 0; round < figure(5, 30); round += 1) {
    const field = { key: `late${round}`, label: "Late", type: "text" };
    notes?.fields.push(field);
    await acme.apply(file);
    Object.assign(field, { unique: true });
    const writing = together(40, (index) =>
      post(NOTES, { data: { title: `late ${index}`, [field.key]: "once" } }, { token: acme.token("ada") }),
    );
    const outcome = await acme.apply(file).then(
      () => "applied",
      (error: Error) => error.message,
    );
    const { "201": created = 0, "409 DUPLICATE_LABEL": refused = 0, ...others } = tally(await writing);
    expect(others).toEqual({});
    if (outcome === "applied") expect([created, refused]).toEqual([1, 39]);
    else expect(outcome).toMatch(/\.unique: cannot be set: 1 value is in more than one record of "late\d+": "once" \(/);
    // As it was, so that the next round begins with a file that is in force.
    Object.assign(field, { unique: outcome === "applied" });
  }
});
