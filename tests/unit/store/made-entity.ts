/** The one entity of an organization of its own, made by applying its file. */
import { randomBytes } from "node:crypto";
import { applyConfiguration } from "@/lib/configuration/apply";
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import { parseDocument } from "@/lib/configuration/parse";
import type { Entity } from "@/lib/model";

export async function makeThings(more: object): Promise<Entity> {
  const organization = { key: `org${randomBytes(5).toString("hex")}`, name: "Things" };
  const file = { organization, entities: [{ key: "things", labelField: "text", ...more }] };
  const { organizationId } = await applyConfiguration(parseDocument(file), { mode: "keep data", actor: "test" });
  const entity = (await loadCurrentConfiguration(organizationId)).entities.get("things");
  if (entity === undefined) throw new Error("apply made no entity");
  return entity;
}
