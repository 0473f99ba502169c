/** The paths of any entity, from the rows of the registry, with places for what is the entity's own. */
import { VERBS, type Verb } from "../../model";
import { runtime } from "../../process/runtime";
import { takingTurns } from "../../time/turns";
import type { EndpointRow } from "../endpoints/endpoint";
import { type EntityRowName, entityOperation, type Variant } from "./entity/entity-operations";
import { type Json, operationOf } from "./operation";
import { referencesIn, SharedComponents } from "./shared-components";
import { memberTemplate, type TextTemplate } from "./text-template";

/** The rows that there are, by name. */
export type Rows = Readonly<Record<string, EndpointRow>>;

/** Of what is about no entity. No key of an entity has a space. */
export const TOKEN_TAG = "The token";

/** What a caller can do with an entity. */
type Permissions = Readonly<Record<Verb, boolean>>;

/** The paths of an entity, as members of `paths`, with all of their operations. */
export type PathsForm = { text: TextTemplate; references: readonly string[] };

type Operation = { verbs: readonly Verb[]; path: string; method: string; operation: Json };

export type Forms = {
  /** Of all that can be done with entities of a variant, in the order of the document. */
  operations: ReadonlyMap<Variant, Operation[]>;
  /** The paths that are about no entity. */
  caller: { text: string; references: readonly string[] };
  shared: SharedComponents;
  /** By variant and permissions. */
  paths: Map<string, PathsForm>;
};

const written = runtime.part("forms of documents", () => new Map<Rows, Promise<Forms>>());

/** Written once in a process. */
export function formsOf(rows: Rows): Promise<Forms> {
  const known = written().get(rows);
  if (known !== undefined) return known;
  const forms = writeForms(rows);
  written().set(rows, forms);
  return forms;
}

/** The paths of entities with which a caller can do the same. There are some forty of them. */
export function pathsForm({ operations, paths }: Forms, permissions: Permissions, variant: Variant): PathsForm {
  const key = `${variant} ${VERBS.filter((verb) => permissions[verb]).join()}`;
  const known = paths.get(key);
  if (known !== undefined) return known;
  const members: Record<string, Json> = {};
  for (const { verbs, path, method, operation } of operations.get(variant) ?? [])
    if (verbs.length === 0 || verbs.some((verb) => permissions[verb]))
      members[path] = { ...members[path], [method]: operation };
  const form = { text: memberTemplate(members), references: referencesIn(JSON.stringify(members)) };
  paths.set(key, form);
  return form;
}

async function writeForms(rows: Rows): Promise<Forms> {
  const turn = takingTurns();
  const shared = new SharedComponents();
  await turn();
  const operations = new Map<Variant, Operation[]>();
  for (const variant of VARIANTS) {
    const ofVariant: Operation[] = [];
    for (const name of ENTITY_ROWS) {
      const row = rows[name];
      if (row === undefined) throw new Error(`There is no endpoint ${name}.`);
      ofVariant.push({ verbs: row.verbs ?? [], ...entityOperation(name, row, variant, shared) });
      await turn();
    }
    operations.set(variant, ofVariant);
  }
  const caller = callerPaths(rows, shared);
  return { operations, caller: { text: caller, references: referencesIn(caller) }, shared, paths: new Map() };
}

function callerPaths(rows: Rows, shared: SharedComponents): string {
  const members = Object.values(rows)
    .filter(({ about }) => about === "caller")
    .map((row) => {
      const { responses, ...operation } = operationOf(row, shared.schemas);
      const own = { ...(responses as Json), ...shared.errorResponses(row) };
      return [row.path, { [row.method.toLowerCase()]: { ...operation, tags: [TOKEN_TAG], responses: own } }];
    });
  return JSON.stringify(Object.fromEntries(members)).slice(1, -1);
}

/** In the order of the document. */
const ENTITY_ROWS: readonly EntityRowName[] = [
  "entities.describe",
  "records.list",
  "records.create",
  "records.query",
  "records.aggregate",
  "records.batch",
  "records.read",
  "records.update",
  "records.delete",
  "changes.list",
];

const VARIANTS: readonly Variant[] = ["without fields", "with fields", "with references"];
