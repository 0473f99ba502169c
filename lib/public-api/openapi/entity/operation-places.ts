/** What is an entity's own in its operations: its names, and the example of each request. */
import { RECORD_ID } from "../../schemas/examples";
import { keysText } from "./entity-form";
import type { OfferedEntity } from "./offered-entity";

/** JSON for the places of an entity's operations; `name`, `key` and `label` go into strings. */
export function placesOf(offered: OfferedEntity): Record<string, string> {
  const { name, description, examples, columns } = offered;
  const { entityKey, pluralLabel } = description;
  const orders = columns.filter(({ sortable }) => sortable).flatMap(({ key }) => [`${key}:asc`, `${key}:desc`]);
  const update = examples.update ?? { data: {} };
  const batch = examples.batch ?? { operations: [{ op: "update", id: RECORD_ID, ifMatch: "*", ...update }] };
  return {
    name,
    key: entityKey,
    label: JSON.stringify(pluralLabel).slice(1, -1),
    orders: keysText(orders),
    query: JSON.stringify(examples.query),
    aggregation: JSON.stringify(examples.aggregate),
    create: JSON.stringify(examples.create),
    update: JSON.stringify(update),
    batch: JSON.stringify(batch),
  };
}
