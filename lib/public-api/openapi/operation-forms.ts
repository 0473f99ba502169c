/** Templates of an entity's paths, from the rows of the registry, with places for the entity's own parts. */
import { VERBS, type Verb } from "../../model";
import { runtime } from "../../process/runtime";
import { yielder } from "../../time/event-loop";
import type { EndpointRow } from "../endpoints/endpoint";
import { deliveries } from "./deliveries";
import { type EntityRowName, entityOperation, VARIANTS, type Variant } from "./entity/entity-operations";
import { type Json, operationOf, pathOf } from "./operation";
import { type SearchForm, searchForm } from "./search-operation";
import { referencesIn, SharedComponents } from "./shared-components";
import { memberTemplate, type TextTemplate } from "./text-template";

/** The rows of the registry by name. */
export type Rows = Readonly<Record<string, EndpointRow>>;

/** Tags of operations that do not concern an entity. They cannot collide with an entity's key, which has no spaces. */
export const TOKEN_TAG = "The token";
export const WEBHOOKS_TAG = "Webhooks of the token";

type Permissions = Readonly<Record<Verb, boolean>>;

/** The paths of an entity as properties of `paths`, with all of their operations. */
export type PathsForm = { text: TextTemplate; references: readonly string[] };

type Text = { text: string; references: readonly string[] };

type Operation = { verbs: readonly Verb[]; path: string; method: string; operation: Json };

export type Forms = {
  /** All operations on entities of a variant, in the order of the document. */
  operations: ReadonlyMap<Variant, Operation[]>;
  /** The paths that do not concern an entity. */
  caller: Text;
  /** Those of webhooks, for tokens that can list something. */
  webhooks: Text & { deliveries: string };
  /** That of a search over all entities, for the same tokens. */
  search: SearchForm;
  shared: SharedComponents;
  /** By variant and permissions. */
  paths: Map<string, PathsForm>;
};

const written = runtime.part("forms of documents", () => new Map<Rows, Promise<Forms>>());

/** Written once per process. */
export function formsOf(rows: Rows): Promise<Forms> {
  const known = written().get(rows);
  if (known !== undefined) return known;
  const forms = writeForms(rows);
  written().set(rows, forms);
  return forms;
}

/** The paths of entities on which the caller has the same permissions. There are about forty different ones. */
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
  const yieldToEventLoop = yielder();
  const shared = new SharedComponents();
  await yieldToEventLoop();
  const operations = new Map<Variant, Operation[]>();
  for (const variant of VARIANTS) {
    const ofVariant: Operation[] = [];
    for (const name of ENTITY_ROWS) {
      const row = rows[name];
      if (row === undefined) throw new Error(`There is no endpoint ${name}.`);
      ofVariant.push({ verbs: row.verbs ?? [], ...entityOperation(name, row, variant, shared) });
      await yieldToEventLoop();
    }
    operations.set(variant, ofVariant);
  }
  const ofCaller = Object.values(rows).filter(({ about }) => about === "caller");
  const isOfWebhooks = ({ tag }: EndpointRow) => tag === "Webhooks";
  const caller = callerPaths(
    ofCaller.filter((row) => !isOfWebhooks(row) && row !== rows.search),
    TOKEN_TAG,
    shared,
  );
  await yieldToEventLoop();
  const webhooks = {
    ...callerPaths(ofCaller.filter(isOfWebhooks), WEBHOOKS_TAG, shared),
    deliveries: JSON.stringify(deliveries(WEBHOOKS_TAG)),
  };
  if (rows.search === undefined) throw new Error("There is no endpoint search.");
  const search = searchForm(rows.search, TOKEN_TAG, shared);
  return { operations, caller, webhooks, search, shared, paths: new Map() };
}

/** As properties of `paths`. */
function callerPaths(rows: readonly EndpointRow[], tag: string, shared: SharedComponents): Text {
  const paths: Record<string, Json> = {};
  for (const row of rows) {
    const { responses, ...operation } = operationOf(row, shared.schemas);
    const own = { ...(responses as Json), ...shared.errorResponses(row) };
    const path = pathOf(row);
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: { ...operation, tags: [tag], responses: own } };
  }
  const text = JSON.stringify(paths).slice(1, -1);
  return { text, references: referencesIn(text) };
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
