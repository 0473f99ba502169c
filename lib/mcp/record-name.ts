/** A record as `search` and `fetch` name it, for clients that know no entities: `deals/01a1…`. */
import type { EntityAccess } from "../access/compile";
import { publicOrigin } from "../http/origin";
import type { JsonObject } from "../model";
import { BASE_PATH } from "../public-api/base-path";
import { invalid } from "./arguments";

type RecordName = { entity: string; recordId: string };

export function nameOf({ entity, recordId }: RecordName): string {
  return `${entity}/${recordId}`;
}

/** Throws INVALID_BODY. */
export function parseName(name: string): RecordName {
  const [entity = "", recordId = "", ...others] = name.split("/");
  if (entity !== "" && recordId !== "" && others.length === 0) return { entity, recordId };
  throw invalid('id is the key of an entity and the id of a record, with a slash between them: "deals/01a1…".');
}

/** Where the API has the record. */
export function urlOf({ entity, recordId }: RecordName): string {
  return `${publicOrigin()}${BASE_PATH}/entities/${encodeURIComponent(entity)}/records/${encodeURIComponent(recordId)}`;
}

/** The label as far as the caller can read it, else the id. */
export function titleOf(access: EntityAccess | null, data: JsonObject, id: string): string {
  const label = access === null ? undefined : data[access.entity.labelField];
  return label === undefined || label === null ? id : String(label);
}
