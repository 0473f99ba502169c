/** An organization whose members plan changes of parts: `wim` can do everything with them, `una` only update. */
import { type Organization, openOrganization } from "./organization";
import type { OrganizationFile } from "./organization-file";

type Fields = OrganizationFile["entities"][number]["fields"];

/** A part has a name and a number, which is unique, and `more`. `file` is the one in force. */
export async function openParts(name: string, more: Fields): Promise<{ acme: Organization; file: OrganizationFile }> {
  const acme = await openOrganization(name);
  const file = structuredClone(acme.file);
  const fields = [
    { key: "name", type: "text", required: true },
    { key: "number", type: "integer", unique: true },
    ...more,
  ];
  file.entities.push({ key: "parts", exposed: true, labelField: "name", fields });
  for (const [key, verbs] of [
    ["everything", ["list", "create", "update", "delete"]],
    ["writer", ["list", "create", "update", "delete"]],
    ["updater", ["update"]],
  ] as const)
    file.roles.find((role) => role.key === key)?.grants.push({ entity: "parts", verbs: [...verbs] });
  await acme.apply(file);
  return { acme, file };
}
