/** Many writers, one label or one value of a unique field, two processes (contract § 7). */

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
const ACCOUNTS = recordsPath("accounts");

it("of 50 equal labels exactly one is created", async () => {
  for (let round = 0; round < figure(5, 50); round += 1) {
    const spellings = [`Label ${round}`, ` LABEL ${round}`, `label ${round} `];
    const answers = await together(50, (index) =>
      post(ACCOUNTS, { data: { name: spellings[index % spellings.length] } }, { token: acme.token("wim") }),
    );
    expect(tally(answers)).toEqual({ "201": 1, "409 DUPLICATE_LABEL": 49 });
    expect((await acme.page("wim", `${ACCOUNTS}?search=${round}&limit=500`)).items).toHaveLength(1);
  }
});

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
