/** What is an entity's own in its operations: its names, and the example of each request. */
import type { JsonObject } from "../../../model";
import { ETAG, RECORD_ID, recordEnvelope } from "../../schemas/examples";
import { exampleValue } from "./entity-examples";
import type { OfferedEntity } from "./offered-entity";

const RESULTS = JSON.stringify([{ status: 200, id: RECORD_ID, versionId: ETAG.slice(1, -1) }]);

/** JSON for the places of an entity's operations; `name`, `key` and `label` go into strings. */
export function placesOf(offered: OfferedEntity): Record<string, string> {
  const { name, description, examples, columns, readable } = offered;
  const { entityKey, pluralLabel } = description;
  const data: JsonObject = Object.fromEntries(readable.map((field) => [field.key, exampleValue(field)]));
  const orders = columns.filter(({ sortable }) => sortable).flatMap(({ key }) => [`${key}:asc`, `${key}:desc`]);
  const csv = `${["id", "created", "updated", "versionId", ...readable.map(({ key }) => key)].join()}\r\n`;
  const update = examples.update ?? { data: {} };
  const batch = examples.batch ?? { operations: [{ op: "update", id: RECORD_ID, ifMatch: "*", ...update }] };
  return {
    name,
    key: entityKey,
    label: JSON.stringify(pluralLabel).slice(1, -1),
    orders: JSON.stringify(orders),
    csv: JSON.stringify(csv),
    record: JSON.stringify({ ...recordEnvelope, entityKey, data }),
    query: JSON.stringify(examples.query),
    aggregation: JSON.stringify(examples.aggregate),
    create: JSON.stringify(examples.create),
    update: JSON.stringify(update),
    batch: JSON.stringify(batch),
    results: RESULTS,
  };
}
