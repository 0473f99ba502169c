/**
 * The API tests' organization with more to hide: a lifecycle whose state not everybody sees, values beside a lifecycle, a
 * hidden parent, and a caller whose rights stop at Oslo. For the tests of leaks.
 */
import { type Organization, openOrganization } from "./organization";
import { entityOf, grantsOf } from "./organization-file";

/** `lou` is the member `nil`, given a role of its own. */
export const LOU = "nil";

export async function openGuardedOrganization(): Promise<Organization> {
  const organization = await openOrganization("guarded");
  const file = structuredClone(organization.file);
  const text = (key: string, more = {}) => ({ key, label: key, type: "text", ...more });
  file.entities
    .find(({ key }) => key === "deals")
    ?.fields.push(text("margin", { readVerb: "readMargin", writeVerb: "writeMargin" }));
  const verbs = { readVerb: "readPhase", writeVerb: "writePhase" };
  const phase = { type: "select", options: ["begun", "sealed", "ended"], default: "begun", ...verbs };
  const lifecycle = {
    field: "phase",
    initial: ["begun"],
    states: { sealed: { locked: true, deletable: false } },
    transitions: [
      { from: "begun", to: "sealed" },
      { from: "begun", to: "ended" },
    ],
  };
  const fields = [text("title", { required: true }), text("remark"), text("phase", phase)];
  file.entities.push(entityOf("cases", "Case", fields, { lifecycle }));
  grantsOf(file, "everything").push(
    { entity: "cases", verbs: ["list", "create", "update", "delete", "readPhase", "writePhase"] },
    { entity: "deals", verbs: ["readMargin", "writeMargin"] },
  );
  grantsOf(file, "writer").push({ entity: "cases", verbs: ["list", "create", "update", "delete"] });
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
