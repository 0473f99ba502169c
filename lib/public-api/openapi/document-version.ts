/**
 * The version of a caller's document, which is its `ETag`: the same version, the same text. It follows from all that the text
 * is written from, so that whoever has the document already is told so without its being written. It tells nothing of what
 * that is: who guesses the roles of an owner cannot test the guess.
 */
import { createHash, createHmac } from "node:crypto";
import { compileAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { compileConfiguration } from "../../configuration/compile";
import { derivedKey } from "../../crypto/derived-key";
import { FIELD_TYPES, VERBS } from "../../model";
import { runtime } from "../../process/runtime";
import type { Rows } from "./operation-forms";
import { tokenDocument } from "./token-document";

/** 144 bits. */
const LENGTH = 24;

/** `origin`: where the deployment is. */
export async function documentVersion({ accessKey }: Caller, rows: Rows, origin: string): Promise<string> {
  const parts = JSON.stringify([await codeVersion(rows), origin, accessKey]);
  return createHmac("sha256", derivedKey("document version")).update(parts).digest("base64url").slice(0, LENGTH);
}

const ofCode = runtime.part("code of documents", () => new Map<Rows, Promise<string>>());

/** Of the code that writes documents: of what it makes of an entity that has everything. */
function codeVersion(rows: Rows): Promise<string> {
  const known = ofCode().get(rows);
  if (known !== undefined) return known;
  const version = sampleText(rows).then((text) => createHash("sha256").update(text).digest("base64url"));
  ofCode().set(rows, version);
  return version;
}

async function sampleText(rows: Rows): Promise<string> {
  const texts = [VERBS, ...VERBS.map((verb) => [verb])].map(async (verbs) => {
    const configuration = sampleConfiguration([...verbs]);
    const reader = { configuration, access: compileAccess(configuration, SAMPLE_MEMBER, null) };
    return Buffer.concat(await tokenDocument(reader, rows, "https://sample.invalid")).toString();
  });
  return (await Promise.all(texts)).join();
}

const SAMPLE_MEMBER = {
  id: "00000000-0000-7000-8000-000000000001",
  organizationId: "00000000-0000-7000-8000-000000000002",
  name: "Sample",
  email: "sample@sample.invalid",
  roleKeys: ["sample"],
  active: true,
  admin: false,
};

/** A field of each type, required and not. */
function sampleConfiguration(verbs: string[]) {
  const options = ["one", "two"];
  const fields = FIELD_TYPES.flatMap((type) =>
    [true, false].map((required) => ({
      key: `${type}${required}`,
      type,
      required,
      ...(type === "select" || type === "multiselect" ? { options } : {}),
      ...(type === "reference" ? { entity: "sample" } : {}),
      ...(type === "integer" ? { unique: true, min: 1, max: 9 } : {}),
      ...(type === "decimal" ? { min: "1", max: "9" } : {}),
    })),
  );
  const document = {
    organization: { key: "sample", name: "Sample" },
    entities: [{ key: "sample", description: "Sample", labelField: "texttrue", fields }],
    roles: [{ key: "sample", name: "Sample", grants: [{ entity: "sample", verbs }] }],
  };
  const entityIds = new Map([["sample", "00000000-0000-7000-8000-000000000003"]]);
  return compileConfiguration({
    organizationId: SAMPLE_MEMBER.organizationId,
    version: 1,
    document: document as Parameters<typeof compileConfiguration>[0]["document"],
    entityIds,
  });
}
