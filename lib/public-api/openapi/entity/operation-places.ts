/** The values that an entity fills into the templates of its operations: its names, and an example of each request. */
import type { FieldType } from "../../../model";
import { RECORD_ID, VERSION_ID } from "../../schemas/examples";
import { keysText } from "./entity-form";
import type { OfferedEntity } from "./offered-entity";
import { TYPE_SCHEMAS } from "./type-schemas";

/** JSON for the places of an entity's operations; `name`, `key` and `label` are inserted into strings. */
export function placesOf(offered: OfferedEntity): Record<string, string> {
  const { name, description, examples, columns, findable, readable } = offered;
  const { entityKey, pluralLabel } = description;
  const orders = columns.filter(({ sortable }) => sortable).flatMap(({ key }) => [`${key}:asc`, `${key}:desc`]);
  const keys = readable
    .filter(({ unique }) => unique)
    .map(({ key, type }) => [key, TYPE_SCHEMAS[type as FieldType].compared([])]);
  const update = examples.update ?? { data: {} };
  const batch = examples.batch ?? { operations: [{ op: "update", id: RECORD_ID, ifMatch: VERSION_ID, ...update }] };
  return {
    name,
    key: entityKey,
    label: JSON.stringify(pluralLabel).slice(1, -1),
    orders: keysText(orders),
    keys: JSON.stringify(Object.fromEntries(keys)),
    findable: keysText(findable),
    query: JSON.stringify(examples.query),
    aggregation: JSON.stringify(examples.aggregate),
    create: JSON.stringify(examples.create),
    update: JSON.stringify(update),
    batch: JSON.stringify(batch),
  };
}
