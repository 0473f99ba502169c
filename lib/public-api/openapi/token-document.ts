/**
 * The OpenAPI document of one caller: its entities and verbs, its fields, and nothing else. What it says follows from what
 * discovery tells. Written entity by entity, in several turns of the event loop, and kept while it is asked for.
 */
import { LRUCache } from "lru-cache";
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { runtime } from "../../runtime";
import { takingTurns } from "../../turns";
import { TAGS } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { entityNames } from "./entity/entity-names";
import { entitySchemas } from "./entity/entity-schemas";
import { type OfferedEntity, offeredEntity } from "./entity/offered-entity";
import { placesOf } from "./entity/operation-places";
import { VALUE_SCHEMAS } from "./entity/value-schemas";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { ENTITY_ROWS, type Forms, formKey, formsOf, type Rows, TOKEN_TAG } from "./operation-forms";
import { filled } from "./text-template";

const SCOPE = `This document says what one token can do: its entities, their fields and its verbs, as they are now. With other permissions, or another configuration, it is another document. What it leaves out is refused.`;

/** In bytes, of all documents: some hundred of usual ones, a few of a thousand entities. */
const MAX_KEPT = 64 * 1024 * 1024;

const kept = runtime.part(
  "documents of tokens",
  () => new LRUCache<string, Buffer>({ maxSize: MAX_KEPT, sizeCalculation: ({ length }) => length }),
);
const underWay = runtime.part("documents under way", () => new Map<string, Promise<Buffer>>());

/** As bytes of JSON. `version`: of this document, as `document-version.ts` has it. `origin`: where the deployment is. */
export function tokenDocument(caller: Caller, rows: Rows, origin: string, version: string): Promise<Buffer> {
  const known = kept().get(version);
  if (known !== undefined) return Promise.resolve(known);
  const waiting = underWay().get(version);
  if (waiting !== undefined) return waiting;
  const writing = writeDocument(caller, rows, origin)
    .then((bytes) => {
      kept().set(version, bytes);
      return bytes;
    })
    .finally(() => underWay().delete(version));
  underWay().set(version, writing);
  return writing;
}

/** For whom a document is written. */
export type Reader = Pick<Caller, "access" | "configuration">;

const VALUE_REFERENCES = Object.keys(VALUE_SCHEMAS).map((name) => `"#/components/schemas/${name}"`);

type EntityText = { tag: string; paths: string; schemas: string };

/** Each entity becomes bytes in a turn of its own: a text of many megabytes would hold the event loop when it is sent. */
export async function writeDocument({ access, configuration }: Reader, rows: Rows, origin: string): Promise<Buffer> {
  const forms = await formsOf(rows);
  const turn = takingTurns();
  // Compiled one by one: all at once would take a long turn.
  for (const key of configuration.entities.keys()) {
    access.entity(key);
    await turn();
  }
  const entities = access.entities();
  const names = entityNames(entities.map(({ entity }) => entity.key));
  const tags: Buffer[] = [];
  const paths: Buffer[] = [];
  const schemas: Buffer[] = [];
  const used = new Set<string>();
  for (const entity of entities) {
    const text = writeEntity(offeredEntity(entity, access, names), forms, used);
    tags.push(Buffer.from(text.tag));
    paths.push(Buffer.from(text.paths));
    schemas.push(Buffer.from(text.schemas));
    await turn();
  }
  const frame = frameOf(forms, used, entities, origin);
  const pieces = [
    ...[Buffer.from(frame.head), ...tags],
    ...[Buffer.from(frame.paths), ...paths],
    ...[Buffer.from(frame.components), ...schemas],
    Buffer.from(frame.end),
  ];
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    at += piece.copy(whole, at);
    await turn();
  }
  return whole;
}

function writeEntity(offered: OfferedEntity, { entity: forms }: Forms, used: Set<string>): EntityText {
  const { description, permissions, readable, references } = offered;
  const variant = { hasKeys: readable.length > 0, hasReferences: references.length > 0 };
  const places = placesOf(offered);
  const byPath = new Map<string, string[]>();
  for (const name of ENTITY_ROWS) {
    const form = forms.get(formKey(name, variant));
    const verbs = form?.row.verbs ?? [];
    if (form === undefined || (verbs.length > 0 && !verbs.some((verb) => permissions[verb]))) continue;
    used.add(form.references);
    const path = filled(form.path, places);
    byPath.set(path, [...(byPath.get(path) ?? []), `"${form.method}":${filled(form.operation, places)}`]);
  }
  const schemas = entitySchemas(offered);
  for (const name of VALUE_REFERENCES) if (!used.has(name) && schemas.includes(name)) used.add(name);
  const tag = `,${JSON.stringify({ name: description.entityKey, description: tagText(offered) })}`;
  let paths = "";
  for (const [path, operations] of byPath) paths += `,${path}:{${operations.join()}}`;
  return { tag, paths, schemas };
}

function tagText({ description: { pluralLabel, description } }: OfferedEntity): string {
  return description === null || description === "" ? `${pluralLabel}.` : `${pluralLabel}: ${description}`;
}

/** All that is no entity's own. */
function frameOf({ caller, shared }: Forms, used: ReadonlySet<string>, entities: EntityAccess[], origin: string) {
  const tags = [{ name: TOKEN_TAG, description: TAGS.Token }];
  const head = { ...documentHead(origin, `${SCOPE}\n\n${DESCRIPTION}`), tags };
  const texts = [...used, ...caller.map(({ text }) => text)];
  const example = entities[0]?.entity.key ?? ENTITY_KEY;
  const { schemas, ...components } = shared.pointedTo(texts, example);
  const own = caller.map(({ path, text }) => `${JSON.stringify(path)}:${text}`).join();
  return {
    head: JSON.stringify(head).slice(0, -2),
    paths: `],"paths":{${own}`,
    components: `},"components":${JSON.stringify({ ...components, securitySchemes: SECURITY_SCHEMES, schemas }).slice(0, -2)}`,
    end: "}}}",
  };
}
