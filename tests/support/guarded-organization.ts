/**
 * The API tests' organization with more to hide: a lifecycle whose state not everybody sees, values beside a lifecycle, a
 * hidden parent, and a caller whose rights stop at Oslo. For the tests of leaks.
 */
import { type Organization, openOrganization } from "./organization";

/** `lou` is the member `nil`, given a role of its own. */
export const LOU = "nil";

export async function openGuardedOrganization(): Promise<Organization> {
  const organization = await openOrganization("guarded");
  const file = structuredClone(organization.file);
  const text = (key: string, more = {}) => ({ key, label: key, type: "text", ...more });
  file.entities
    .find(({ key }) => key === "deals")
    ?.fields.push(text("margin", { readVerb: "readMargin", writeVerb: "writeMargin" }));
  file.entities.push({
    key: "cases",
    label: "Case",
    pluralLabel: "Cases",
    exposed: true,
    labelField: "title",
    fields: [
      text("title", { required: true }),
      text("remark"),
      {
        key: "phase",
        label: "Phase",
        type: "select",
        options: ["begun", "sealed", "ended"],
        default: "begun",
        readVerb: "readPhase",
        writeVerb: "writePhase",
      },
    ],
    lifecycle: {
      field: "phase",
      initial: ["begun"],
      states: { sealed: { locked: true, deletable: false } },
      transitions: [
        { from: "begun", to: "sealed" },
        { from: "begun", to: "ended" },
      ],
    },
  });
  file.roles
    .find(({ key }) => key === "everything")
    ?.grants.push(
      { entity: "cases", verbs: ["list", "create", "update", "delete", "readPhase", "writePhase"] },
      { entity: "deals", verbs: ["readMargin", "writeMargin"] },
    );
  file.roles
    .find(({ key }) => key === "writer")
    ?.grants.push({ entity: "cases", verbs: ["list", "create", "update", "delete"] });
  file.roles.push({
    key: "oslo",
    name: "Oslo",
    grants: [
      { entity: "accounts", verbs: ["create"] },
      { entity: "accounts", verbs: ["list", "update", "delete"], where: ["city", "eq", "Oslo"] },
      { entity: "samples", verbs: ["list", "create", "update"] },
      { entity: "deals", verbs: ["list", "create", "update"], where: ["stage", "eq", "lead"] },
    ],
  });
  for (const member of file.members) if (member.email.startsWith(`${LOU}@`)) member.roles = ["oslo"];
  await organization.apply(file);
  return { ...organization, file };
}
