/**
 * What a token would read of an entity, before there is one: through the same use case as its calls, within its owner's own
 * permissions, so that it tells nothing that the owner could not list already.
 */
import { compileAccess, type EntityAccess } from "../access/compile";
import { loadCurrentConfiguration } from "../configuration/load";
import { Departure } from "../departure";
import type { DeniedFields, Member, Scopes } from "../model";
import { DEFAULT_SORT } from "../query/page/sort";
import { type Lister, type ListQuery, listRecords } from "./list";

/** `more`: there are more than were counted. `examples`: labels of the newest, where the label may be read. */
export type Preview = { count: number; more: boolean; fields: string[]; examples: string[] };

/** Enough to see whether it is few or many. */
const COUNTED = 100;
const EXAMPLES = 3;

/** null where a token of these scopes could not list the entity, or there is none. */
export async function previewEntity(
  owner: Member,
  scopes: Scopes,
  entityKey: string,
  denied: readonly DeniedFields[] = [],
): Promise<Preview | null> {
  const configuration = await loadCurrentConfiguration(owner.organizationId);
  const all = compileAccess(configuration, owner, scopes, denied);
  const access = all.entity(entityKey);
  if (!access?.permissions.list) return null;
  const { labelField, fields } = access.entity;
  const label = access.readable.has(labelField) ? labelField : null;
  const query = {
    where: null,
    sort: DEFAULT_SORT,
    words: [],
    limit: COUNTED,
    cursor: null,
    fields: label ? [label] : [],
    expand: [],
  };
  const page = await readPage({ configuration, token: { id: `preview of ${owner.id}` }, access: all }, access, query);
  return {
    count: page.items.length,
    more: page.nextCursor !== null,
    fields: [...fields.values()].filter(({ key }) => access.readable.has(key)).map((field) => field.label),
    examples: label ? page.items.slice(0, EXAMPLES).map(({ data }) => String(data[label] ?? "")) : [],
  };
}

type Page = { items: { data: Record<string, unknown> }[]; nextCursor: string | null };

async function readPage(lister: Lister, access: EntityAccess, query: ListQuery): Promise<Page> {
  const { text, sent } = await listRecords(lister, access, query, new Departure());
  sent();
  return JSON.parse(text.join(""));
}
