/** What a token would read, before there is one, against a real database. */
import { expect, it } from "vitest";
import { compileAccess } from "@/lib/access/compile";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { Member, Scopes } from "@/lib/model";
import { previewEntity } from "@/lib/records/preview";
import { memberWith } from "../../support/member";
import { apply, newKey } from "../configuration/applied";
import { openTestDatabase, query } from "../configuration/database";

openTestDatabase();

const NOTES: Scopes = [{ entity: "notes", verbs: ["list"] }];

const TITLE = { key: "title", label: "Title", hidden: false };
const PRICE = { key: "price", label: "Price", hidden: false };
const PREVIEW_OF_ONE = { count: 1, more: false };

/** Ada lists her own notes, without their prices unless `more` says so; Ben creates notes and lists none. */
async function openOffice(...more: string[]): Promise<{ ada: Member; ben: Member }> {
  const { organizationId } = await apply({
    organization: { key: newKey(), name: "Office" },
    entities: [
      {
        key: "notes",
        labelField: "title",
        fields: [
          { key: "title", type: "text", required: true },
          { key: "price", type: "number", readVerb: "readPrice" },
        ],
      },
    ],
    roles: [
      {
        key: "own",
        name: "Own",
        grants: [{ entity: "notes", verbs: ["list", ...more], where: ["title", "starts_with", "Ada"] }],
      },
      { key: "intake", name: "Intake", grants: [{ entity: "notes", verbs: ["create"] }] },
    ],
    members: [
      { email: "ada@acme.test", name: "Ada", roles: ["own"] },
      { email: "ben@acme.test", name: "Ben", roles: ["intake"] },
    ],
  });
  const find = (name: string) => memberWith(organizationId, `${name}@acme.test`);
  return { ada: await find("ada"), ben: await find("ben") };
}

async function addNotes(owner: Member, titles: string[]): Promise<void> {
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const entity = compileAccess(configuration, owner, null).entity("notes")?.entity;
  for (const [index, title] of titles.entries()) {
    await query(
      `INSERT INTO records (entity_id, id, data, version, created, updated)
       VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), now() + $3 * interval '1 second', now())`,
      [entity?.id, JSON.stringify({ title, price: 5 }), index],
    );
  }
}

it("counts what the owner sees, and shows the newest rows of what can be read", async () => {
  const { ada } = await openOffice();
  await addNotes(ada, ["Ada 1", "Ben 1", "Ada 2", "Ada 3", "Ada 4"]);
  expect(await previewEntity(ada, NOTES, "notes")).toEqual({
    count: 4,
    more: false,
    columns: [TITLE],
    rows: [["Ada 4"], ["Ada 3"], ["Ada 2"]],
  });
});

it("names what the owner can read and the token cannot, with nothing of what is in it", async () => {
  const { ada } = await openOffice("readPrice");
  await addNotes(ada, ["Ada 1"]);
  const hidden = { ...PREVIEW_OF_ONE, columns: [TITLE, { ...PRICE, hidden: true }], rows: [["Ada 1", ""]] };
  expect(await previewEntity(ada, NOTES, "notes")).toEqual(hidden);
  expect(await previewEntity(ada, null, "notes", denying("price"))).toEqual(hidden);
  const shown = { ...PREVIEW_OF_ONE, columns: [TITLE, PRICE], rows: [["Ada 1", "5"]] };
  expect(await previewEntity(ada, null, "notes")).toEqual(shown);
});

it("is empty if the token could not list, the owner may not, or there is no such entity", async () => {
  const { ada, ben } = await openOffice();
  await addNotes(ada, ["Ada 1"]);
  expect(await previewEntity(ada, [], "notes")).toBeNull();
  expect(await previewEntity(ben, null, "notes")).toBeNull();
  expect(await previewEntity(ada, null, "nothing")).toBeNull();
});

function denying(field: string) {
  return { deniedFields: [{ entity: "notes", fields: [field] }], rows: [] };
}
