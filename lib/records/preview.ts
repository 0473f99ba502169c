/** Shows what a new token would read of an entity, by the API's own use case with the owner's permissions. */
import { type AccessLimits, compileAccess, type EntityAccess } from "../access/compile";
import { loadCurrentConfiguration } from "../configuration/load";
import { cutText } from "../messages/cut-text";
import { type JsonObject, type JsonValue, type Member, NO_LIMITS, type Scopes } from "../model";
import { DEFAULT_SORT } from "../query/page/sort";
import { type Lister, type ListQuery, listRecords } from "./list";

/** `more`: not all were counted. `rows`: the newest records, one text for each column. */
export type Preview = { count: number; more: boolean; columns: PreviewColumn[]; rows: string[][] };

/** A field that the owner can read. `hidden`: the token could not, so its texts are empty. */
export type PreviewColumn = { key: string; label: string; hidden: boolean };

/** Enough to see whether there are few or many. */
const COUNTED = 100;
const SHOWN_ROWS = 3;
/** In characters; enough to recognize a value. */
const MAX_TEXT_LENGTH = 80;

/** null if such a token could not list the entity. */
export async function previewEntity(
  owner: Member,
  scopes: Scopes,
  entityKey: string,
  limits: AccessLimits = NO_LIMITS,
): Promise<Preview | null> {
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const all = compileAccess(configuration, owner, scopes, limits);
  const access = all.entity(entityKey);
  const ofOwner = compileAccess(configuration, owner, null).entity(entityKey);
  if (!access?.permissions.list || ofOwner === null) return null;
  const columns = [...access.entity.fields.values()]
    .filter(({ key }) => ofOwner.readable.has(key))
    .map(({ key, label }) => ({ key, label, hidden: !access.readable.has(key) }));
  const lister = { configuration, token: { rootId: `preview of ${owner.id}` }, access: all };
  const counted = await readPage(lister, access, { ...NEWEST, limit: COUNTED, fields: [] });
  const shown = await readPage(lister, access, { ...NEWEST, limit: SHOWN_ROWS, fields: null });
  return {
    count: counted.items.length,
    more: counted.nextCursor !== null,
    columns,
    rows: shown.items.map(({ data }) => columns.map(({ key }) => toText(data[key]))),
  };
}

const NEWEST = { where: null, sort: DEFAULT_SORT, words: [], cursor: null, expand: [] };

/** An absent value is shown as empty: a field that the token cannot read on some records still has a column. */
function toText(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MAX_TEXT_LENGTH ? `${cutText(text, MAX_TEXT_LENGTH)}…` : text;
}

type Page = { items: { data: JsonObject }[]; nextCursor: string | null };

async function readPage(lister: Lister, access: EntityAccess, query: ListQuery): Promise<Page> {
  const { text, sent } = await listRecords(lister, access, query, new AbortController().signal);
  sent();
  return JSON.parse(text.join(""));
}
