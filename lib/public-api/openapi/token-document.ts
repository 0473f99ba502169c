/**
 * The OpenAPI document of one caller: the entities, fields and verbs that it can use, and nothing else. Derived from discovery.
 * Written entity by entity, over several iterations of the event loop.
 */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { yielder } from "../../time/event-loop";
import { describeRows, joinedRowLimits } from "../../tokens/row-limits";
import { TAGS } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { deliverySchema } from "./deliveries";
import { entityNames } from "./entity/entity-names";
import { recordLeftOut } from "./entity/entity-schemas";
import { anyOf } from "./entity/value-schemas";
import { type EntityText, entityText } from "./entity-text";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { type Forms, formsOf, type Rows, TOKEN_TAG, WEBHOOKS_TAG } from "./operation-forms";
import { searchPath } from "./search-operation";
import { withExampleKey } from "./shared-components";

const SCOPE = `This document says what one token can do: its entities, their fields and its verbs, as they are now. With other permissions, or another configuration, it is another document. What it leaves out is refused.`;

/** The caller for whom a document is written. */
export type Reader = Pick<Caller, "access" | "configuration">;

const PART = "It was asked for with `entities`, and leaves out the other entities of the token.";

/**
 * `entities` are the keys of the entities in this part, all of them visible to the reader; null means all that the reader can
 * see.
 */
export type Part = { entities: ReadonlySet<string> | null };

export const WHOLE: Part = { entities: null };

/**
 * Yields the document piece by piece as bytes of JSON: the first bytes do not wait for a thousand entities, and writing stops
 * once the client has gone. Shared components come last, because only then are all references to them known. `origin` is the
 * origin of the deployment.
 */
export async function* tokenDocument({ access, configuration }: Reader, rows: Rows, origin: string, part = WHOLE) {
  const forms = await formsOf(rows);
  const yieldToEventLoop = yielder();
  // Compiles the access to one entity at a time: compiling all of them together would block the event loop for long.
  for (const key of configuration.entities.keys()) {
    access.entity(key);
    await yieldToEventLoop();
  }
  const all = access.entities();
  // Based on all visible entities, so that an entity has the same name in every part.
  const names = entityNames(all.map(({ entity }) => entity.key));
  const entities = all.filter(({ entity }) => part.entities?.has(entity.key) ?? true);
  await yieldToEventLoop();
  yield Buffer.from(beginning(forms, entities, origin, part));
  const texts: EntityText[] = [];
  for (const entity of entities) {
    const text = entityText(entity, access, names, forms);
    texts.push(text);
    yield text.paths;
    await yieldToEventLoop();
  }
  const listed = entities.filter(canList);
  const search = listed.length === 0 ? "" : `,${searchPath(forms.search, listed, names)}`;
  yield Buffer.from(`${search}},"components":{"schemas":{`);
  for (const { schemas } of texts) yield schemas;
  const records = listed.map(({ entity }) => `${names.get(entity.key)}Record`);
  yield Buffer.from(
    recordsLeftOut(texts, entities, names) + sharedComponents(forms, texts, records, exampleOf(entities)),
  );
}

/** The key of an entity, used in examples. */
function exampleOf(entities: EntityAccess[]): string {
  return entities[0]?.entity.key ?? ENTITY_KEY;
}

function canList({ permissions }: EntityAccess): boolean {
  return permissions.list;
}

/** Everything before the paths of the first entity. */
function beginning({ caller, webhooks }: Forms, entities: EntityAccess[], origin: string, part: Part): string {
  const isTold = entities.some(canList);
  const tags = [
    { name: TOKEN_TAG, description: TAGS.Token },
    ...(isTold ? [{ name: WEBHOOKS_TAG, description: TAGS.Webhooks }] : []),
    ...entities.map(tagOf),
  ];
  const scope = part.entities === null ? SCOPE : `${SCOPE} ${PART}`;
  const head = { ...documentHead(origin, `${scope}\n\n${DESCRIPTION}`), tags };
  const ofWebhooks = isTold ? `,${withExampleKey(webhooks.text, exampleOf(entities))}` : "";
  return `${JSON.stringify(head).slice(0, -1)},"paths":{${caller.text}${ofWebhooks}`;
}

function tagOf({ entity: { key, pluralLabel, description }, limitedTo }: EntityAccess) {
  const isDescribed = description !== null && description !== "";
  const sentence = isDescribed ? `${pluralLabel}: ${description}` : `${pluralLabel}.`;
  const rows = joinedRowLimits(limitedTo.map((where) => ({ entityKey: key, where })));
  const limits = rows.map((row) => `The token reaches only those where ${describeRows(row)}.`);
  return { name: key, description: [sentence, ...limits].join(" ") };
}

/** The record schemas of entities that are not in this part but that references point to. */
function recordsLeftOut(texts: EntityText[], entities: EntityAccess[], names: ReadonlyMap<string, string>): string {
  const written = new Set(entities.map(({ entity }) => entity.key));
  const targets = new Set(texts.flatMap((text) => text.targets));
  const leftOut = [...names].filter(([key, name]) => targets.has(name) && !written.has(key));
  return leftOut.map(([key, name]) => `"${name}Record":${recordLeftOut(key)},`).join("");
}

/**
 * Everything after the entities' schemas. `listed` are the schemas of records that the caller can list, and `example` is the key
 * of an entity, used in examples.
 */
function sharedComponents(forms: Forms, texts: EntityText[], listed: string[], example: string): string {
  const { caller, webhooks, search, shared } = forms;
  const isTold = listed.length > 0;
  const used = new Set([...caller.references, ...(isTold ? [...webhooks.references, ...search.references] : [])]);
  for (const references of new Set(texts.flatMap(({ references, form }) => [references, form.references])))
    for (const reference of references) used.add(reference);
  const { schemas, ...others } = shared.pointedTo(used, example);
  const sections = Object.entries(others).map(([section, members]) => `"${section}":{${members}}`);
  const delivery = isTold ? `"RecordsChanged":${deliveryText(listed, example)},` : "";
  const end = isTold ? `},"webhooks":${webhooks.deliveries}}` : "}}";
  return `${delivery}${schemas}},${sections.join()},"securitySchemes":${JSON.stringify(SECURITY_SCHEMES)}${end}`;
}

function deliveryText(listed: string[], example: string): string {
  const records = listed.map((name) => ({ $ref: `#/components/schemas/${name}` }));
  return withExampleKey(JSON.stringify(deliverySchema(anyOf(records))), example);
}
