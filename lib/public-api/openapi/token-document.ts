/**
 * The OpenAPI document of one caller: its entities and verbs, its fields, and nothing else. What it says follows from what
 * discovery tells. Written entity by entity, in several turns of the event loop.
 */
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { takingTurns } from "../../time/turns";
import { TAGS } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { entityNames } from "./entity/entity-names";
import { type EntityText, entityText } from "./entity-text";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { type Forms, formsOf, type Rows, TOKEN_TAG } from "./operation-forms";

const SCOPE = `This document says what one token can do: its entities, their fields and its verbs, as they are now. With other permissions, or another configuration, it is another document. What it leaves out is refused.`;

/** For whom a document is written. */
export type Reader = Pick<Caller, "access" | "configuration">;

/**
 * As bytes of JSON, piece by piece as they are written: what stands first does not wait for a thousand entities, and nobody
 * writes on for a reader that has left. What all entities share comes last, since only then it is known what they point to.
 * `origin`: where the deployment is.
 */
export async function* tokenDocument({ access, configuration }: Reader, rows: Rows, origin: string) {
  const forms = await formsOf(rows);
  const turn = takingTurns();
  // Compiled one by one: all at once would take a long turn.
  for (const key of configuration.entities.keys()) {
    access.entity(key);
    await turn();
  }
  const entities = access.entities();
  const names = entityNames(entities.map(({ entity }) => entity.key));
  await turn();
  yield Buffer.from(beginning(forms, entities, origin));
  const texts: EntityText[] = [];
  for (const entity of entities) {
    const text = entityText(entity, access, names, forms);
    texts.push(text);
    yield text.paths;
    await turn();
  }
  yield Buffer.from('},"components":{"schemas":{');
  for (const { schemas } of texts) yield schemas;
  yield Buffer.from(sharedComponents(forms, texts, entities[0]?.entity.key ?? ENTITY_KEY));
}

/** All that stands before the paths of the first entity. */
function beginning({ caller }: Forms, entities: EntityAccess[], origin: string): string {
  const tags = [{ name: TOKEN_TAG, description: TAGS.Token }, ...entities.map(tagOf)];
  const head = { ...documentHead(origin, `${SCOPE}\n\n${DESCRIPTION}`), tags };
  return `${JSON.stringify(head).slice(0, -1)},"paths":{${caller.text}`;
}

function tagOf({ entity: { key, pluralLabel, description } }: EntityAccess) {
  const isDescribed = description !== null && description !== "";
  return { name: key, description: isDescribed ? `${pluralLabel}: ${description}` : `${pluralLabel}.` };
}

/** What comes after the entities' schemas, to the end. `example`: the key of an entity. */
function sharedComponents({ caller, shared }: Forms, texts: EntityText[], example: string): string {
  const used = new Set(caller.references);
  for (const references of new Set(texts.flatMap(({ references, form }) => [references, form.references])))
    for (const reference of references) used.add(reference);
  const { schemas, ...others } = shared.pointedTo(used, example);
  const sections = Object.entries(others).map(([section, members]) => `"${section}":{${members}}`);
  return `${schemas}},${sections.join()},"securitySchemes":${JSON.stringify(SECURITY_SCHEMES)}}}`;
}
