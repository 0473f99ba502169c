/** The one entity of an organization of its own, made by applying its file. */
import { loadCurrentConfiguration } from "@/lib/configuration/load";
import type { Entity } from "@/lib/model";
import { apply, newKey } from "../configuration/applied";

export async function makeThings(more: object): Promise<Entity> {
  const organization = { key: newKey(), name: "Things" };
  return thingsIn({ organization, entities: [{ key: "things", labelField: "text", ...more }] });
}

export async function thingsIn(file: object): Promise<Entity> {
  const { organizationId } = await apply(file);
  const entity = (await loadCurrentConfiguration(organizationId)).entities.get("things");
  if (entity === undefined) throw new Error("apply made no entity");
  return entity;
}
