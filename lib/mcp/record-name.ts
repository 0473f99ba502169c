/** A record as `search` and `fetch` name it, for clients that know no entities: `deals/01a1…`. */
import { publicOrigin } from "../http/origin";
import type { JsonValue } from "../model";
import { BASE_PATH } from "../public-api/base-path";
import { invalid } from "./arguments";

type RecordName = { entity: string; recordId: string };

export function nameOf({ entity, recordId }: RecordName): string {
  return `${entity}/${recordId}`;
}

/** Throws INVALID_BODY. */
export function parseName(name: string): RecordName {
  const [entity = "", recordId = "", ...others] = name.split("/", 3);
  if (entity !== "" && recordId !== "" && others.length === 0) return { entity, recordId };
  throw invalid(
    'id is the key of an entity and the id of a record, with a slash between them: "<entity>/<record id>".',
  );
}

/** Where the API has the record. */
export function urlOf({ entity, recordId }: RecordName): string {
  return `${publicOrigin()}${BASE_PATH}/entities/${encodeURIComponent(entity)}/records/${encodeURIComponent(recordId)}`;
}

/** The label, or the id if the record has none that the caller can read. */
export function titleOf(label: JsonValue, id: JsonValue): string {
  const title = label ?? id;
  return typeof title === "string" ? title : JSON.stringify(title);
}
