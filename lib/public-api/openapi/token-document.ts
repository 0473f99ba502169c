/**
 * The OpenAPI document of one caller: its entities and verbs, its fields, and nothing else. What it says follows from what
 * discovery tells. Put together entity by entity, in several turns of the event loop.
 */
import type { Caller } from "../../authentication/authenticate";
import { takingTurns } from "../../time/turns";
import { TAGS } from "../endpoints/endpoint";
import { ENTITY_KEY } from "../schemas/examples";
import { entityNames } from "./entity/entity-names";
import { type EntityText, entityText } from "./entity-text";
import { DESCRIPTION, documentHead, SECURITY_SCHEMES } from "./head";
import { type Forms, formsOf, type PathsForm, type Rows, TOKEN_TAG } from "./operation-forms";

const SCOPE = `This document says what one token can do: its entities, their fields and its verbs, as they are now. With other permissions, or another configuration, it is another document. What it leaves out is refused.`;

/** For whom a document is written. */
export type Reader = Pick<Caller, "access" | "configuration">;

/** As bytes of JSON, in pieces: whole, that of a thousand entities would be copied once more. `origin`: where the deployment is. */
export async function tokenDocument({ access, configuration }: Reader, rows: Rows, origin: string): Promise<Buffer[]> {
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
  const texts: EntityText[] = [];
  const used = new Set(forms.caller.references);
  const paths = new Set<PathsForm>();
  for (const entity of entities) {
    const text = entityText(entity, access, names, forms);
    texts.push(text);
    paths.add(text.form);
    for (const reference of text.references) used.add(reference);
    await turn();
  }
  for (const { references } of paths) for (const reference of references) used.add(reference);
  const frame = frameOf(forms, used, entities[0]?.entity.key ?? ENTITY_KEY, origin);
  return [
    Buffer.concat([Buffer.from(frame.head), ...texts.map(({ tag }) => tag), Buffer.from(frame.paths)]),
    ...texts.map(({ paths }) => paths),
    Buffer.from(frame.components),
    ...texts.map(({ schemas }) => schemas),
    Buffer.from(frame.end),
  ];
}

/** All that is no entity's own. `used`: references to what entities share. `example`: the key of an entity. */
function frameOf({ caller, shared }: Forms, used: ReadonlySet<string>, example: string, origin: string) {
  const tags = [{ name: TOKEN_TAG, description: TAGS.Token }];
  const head = { ...documentHead(origin, `${SCOPE}\n\n${DESCRIPTION}`), tags };
  const { schemas, ...others } = shared.pointedTo(used, example);
  const sections = Object.entries(others).map(([section, members]) => `"${section}":{${members}}`);
  sections.push(`"securitySchemes":${JSON.stringify(SECURITY_SCHEMES)}`, `"schemas":{${schemas}`);
  return {
    head: JSON.stringify(head).slice(0, -2),
    paths: `],"paths":{${caller.text}`,
    components: `},"components":{${sections.join()}`,
    end: "}}}",
  };
}
