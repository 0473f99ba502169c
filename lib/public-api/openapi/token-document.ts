/** The OpenAPI document of one caller, derived from discovery, and written over several iterations of the event loop. */
import { createHash } from "node:crypto";
import type { EntityAccess } from "../../access/compile";
import type { Entity } from "../../model";
import { yielder } from "../../time/event-loop";
import { describeRows, joinedRowLimits } from "../../tokens/row-limits";
import { TAGS } from "../endpoints/documentation";
import { deliveries, deliverySchema } from "./deliveries";
import { recordLeftOut } from "./entity/entity-schemas";
import { anyOf, type Json, own } from "./entity/json-schema";
import { type EntityPart, entityPart, type Reader } from "./entity-part";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { aboutEntity, inPascalCase } from "./shared-components";
import { type Rows, sharedOperations, TOKEN_TAG, WEBHOOKS_TAG } from "./shared-operations";

const SCOPE = `Describes exactly what the caller can do. Everything else is refused.`;

const PART = "It was asked for with `entities`, and leaves out the other entities of the token.";

/** The keys of entities that the reader can see; null for all of them. */
export type Part = ReadonlySet<string> | null;

/** `pieces` are the bytes of its JSON text. Documents with equal versions are equal. */
export type TokenDocument = { pieces: readonly Buffer[]; version: string };

/** `origin` is the origin of the deployment. Without `hasEntities`, there is nothing but the operations about no entity. */
export async function tokenDocument(
  reader: Reader,
  rows: Rows,
  origin: string,
  part: Part = null,
  hasEntities = true,
): Promise<TokenDocument> {
  const operations = await sharedOperations(rows);
  const yieldToEventLoop = yielder();
  // Compiles the access to one entity at a time: compiling all of them together would block the event loop for long.
  for (const key of reader.configuration.entities.keys()) {
    reader.access.entity(key);
    await yieldToEventLoop();
  }
  const all = reader.access.entities();
  // Based on all visible entities, so that an entity has the same name in every part.
  const names = entityNames(all.map(({ entity }) => entity.key));
  const entities = all.filter(({ entity }) => part?.has(entity.key) ?? true);
  const listed = entities.filter(canList);
  const canFollow = listed.length > 0;
  const record = anyOf(listed.map(({ entity }) => own(names.get(entity.key) ?? "", "Record")));
  const about = (shared: Json) => aboutEntity(shared, exampleOf(entities));
  const beginning = {
    ...documentHead(origin, `${part === null ? SCOPE : `${SCOPE} ${PART}`}\n\n${DESCRIPTION}`),
    tags: [
      { name: TOKEN_TAG, description: TAGS.Token },
      ...(canFollow ? [{ name: WEBHOOKS_TAG, description: TAGS.Webhooks }] : []),
      ...entities.map(tagOf),
    ],
    ...(canFollow && { webhooks: deliveries(WEBHOOKS_TAG) }),
    paths: {
      ...about({ ...operations.caller, ...(canFollow && operations.webhooks) }),
      ...(canFollow && { "/search": { get: operations.search(listed, record) } }),
      [ENTITIES]: 0,
    },
  };
  const parts: EntityPart[] = [];
  const hash = createHash("sha256");
  const references = new Set(operations.components.namedIn(JSON.stringify(beginning)));
  for (const entity of hasEntities ? entities : []) {
    await yieldToEventLoop();
    const own = entityPart(reader, entity, names, operations);
    parts.push(own);
    hash.update(own.digest);
    for (const reference of own.references) references.add(reference);
  }
  await yieldToEventLoop();
  const { schemas, ...others } = operations.components.withReferences(references);
  const components = {
    schemas: {
      [ENTITIES]: 0,
      ...recordsLeftOut(entities, names, parts),
      ...about({ ...(canFollow && { RecordsChanged: deliverySchema(record) }), ...schemas }),
    },
    ...about(others),
    securitySchemes: SECURITY_SCHEMES,
  };
  const text = JSON.stringify({ ...beginning, components });
  const [before = "", between = "", after = ""] = text.split(ENTITIES_MEMBER);
  return {
    pieces: [
      Buffer.from(before),
      ...parts.map(({ paths }) => paths),
      Buffer.from(between),
      ...parts.map(({ schemas }) => schemas),
      Buffer.from(after),
    ],
    version: hash.update(text).digest("base64url").slice(0, VERSION_LENGTH),
  };
}

/** Characters of base64url, which is 144 bits. */
const VERSION_LENGTH = 24;
/** Stands where the members of entities go. Text within a string cannot equal it, because its quotes are escaped. */
const ENTITIES = "<entities>";
const ENTITIES_MEMBER = /,"<entities>":0|"<entities>":0,/;

function tagOf({ entity: { key, pluralLabel, description }, limitedTo }: EntityAccess) {
  const isDescribed = description !== null && description !== "";
  const sentence = isDescribed ? `${pluralLabel}: ${description}` : `${pluralLabel}.`;
  const rows = joinedRowLimits(limitedTo.map((where) => ({ entityKey: key, where })));
  const limits = rows.map((row) => `The token reaches only those where ${describeRows(row)}.`);
  return { name: key, description: [sentence, ...limits].join(" ") };
}

/** The record schemas of entities that are not in this part but that references point to. */
function recordsLeftOut(entities: EntityAccess[], names: ReadonlyMap<string, string>, parts: EntityPart[]): Json {
  const present = new Set(entities.map(({ entity }) => entity.key));
  const targets = new Set(parts.flatMap((part) => part.targets));
  const leftOut = [...names].filter(([key, name]) => targets.has(name) && !present.has(key));
  return Object.fromEntries(leftOut.map(([key, name]) => [`${name}Record`, recordLeftOut(key)]));
}

/** The entity that examples use. Examples of webhooks need one that can be listed. */
function exampleOf(entities: EntityAccess[]): Pick<Entity, "key" | "label" | "pluralLabel"> {
  const access = entities.find(canList) ?? entities[0];
  return access?.entity ?? { key: "records", label: "Record", pluralLabel: "Records" };
}

function canList({ permissions }: EntityAccess): boolean {
  return permissions.list;
}

/**
 * Maps keys to names. Names differ by more than case, because generators create files from them. `keys` are in the order of
 * discovery.
 */
function entityNames(keys: readonly string[]): ReadonlyMap<string, string> {
  // Every generated client already uses these.
  const taken = new Set(["entities", "entity", "me"]);
  const names = new Map<string, string>();
  for (const key of keys) {
    const base = inPascalCase(key);
    let name = base;
    // It has only letters and digits, so appending a number gives a different name.
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}${number}`;
    taken.add(name.toLowerCase());
    names.set(key, name);
  }
  return names;
}
