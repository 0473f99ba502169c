/**
 * A sample caller of an entity that uses every feature. The document written for it identifies the version of the code, and
 * writing it warms the code up.
 */
import { compileAccess } from "../../access/compile";
import { compileConfiguration } from "../../configuration/compile";
import { FIELD_TYPES } from "../../model";
import type { Reader } from "./token-document";

/** `verbs` are the verbs that the caller has. */
export function sampleReader(verbs: string[]): Reader {
  const configuration = sampleConfiguration(verbs);
  return { configuration, access: compileAccess(configuration, SAMPLE_MEMBER, null) };
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

/** One required and one optional field of each type. */
function sampleConfiguration(verbs: string[]) {
  const options = ["one", "two"];
  const fields = FIELD_TYPES.flatMap((type) =>
    [true, false].map((required) => ({
      key: `${type}${required}`,
      type,
      required,
      ...(type === "select" || type === "multiselect" ? { options } : {}),
      ...(type === "text" ? { description: "Sample", maxLength: 9, default: "one" } : {}),
      ...(type === "date" ? { deprecated: { since: "2026-01-01", sunset: "2027-01-01", use: "datetimetrue" } } : {}),
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
