/** The part of a caller's document about one entity, as bytes. Cached, because a document is fetched again and again. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { EntityAccess } from "../../access/compile";
import type { Caller } from "../../authentication/authenticate";
import { runtime } from "../../process/runtime";
import { entitySchemas } from "./entity/entity-schemas";
import type { Json } from "./entity/json-schema";
import { offeredEntity } from "./entity/offered-entity";
import type { SharedOperations } from "./shared-operations";

/** The caller for whom a document is written. */
export type Reader = Pick<Caller, "access" | "accessKey" | "configuration">;

/** `paths` begins with a comma, `schemas` ends with one. `targets` are the names of the entities that can be expanded. */
export type EntityPart = {
  paths: Buffer;
  schemas: Buffer;
  digest: Buffer;
  references: readonly string[];
  targets: readonly string[];
};

/** In bytes: enough for about a hundred documents of typical organizations, or two with a thousand entities. */
const MAX_CACHED = 64 * 1024 * 1024;

const cache = runtime.part(
  "entities of documents",
  () =>
    new LRUCache<string, EntityPart>({
      maxSize: MAX_CACHED,
      sizeCalculation: ({ paths, schemas }, key) => key.length + paths.length + schemas.length,
    }),
);

export function entityPart(
  { access, accessKey }: Reader,
  entity: EntityAccess,
  names: ReadonlyMap<string, string>,
  operations: SharedOperations,
): EntityPart {
  const key = `${entity.entity.key} ${accessKey}`;
  const known = cache().get(key);
  if (known !== undefined) return known;
  const offered = offeredEntity(entity, access, names);
  const paths: Record<string, Json> = {};
  for (const { row, operationOf } of operations.ofEntity) {
    const { verbs, method } = row;
    if (verbs.length > 0 && !verbs.some((verb) => offered.permissions[verb])) continue;
    const path = row.path.replace(":entityKey", entity.entity.key).replace(":recordId", "{recordId}");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(offered) };
  }
  const [pathsText, schemasText] = [membersText(paths), membersText(entitySchemas(offered))];
  const bytes = { paths: Buffer.from(`,${pathsText}`), schemas: Buffer.from(schemasText && `${schemasText},`) };
  const part = {
    ...bytes,
    digest: createHash("sha256").update(bytes.paths).update(bytes.schemas).digest(),
    references: operations.components.namedIn(pathsText, schemasText),
    targets: offered.references.flatMap(({ target }) => target ?? []),
  };
  cache().set(key, part);
  return part;
}

/** The JSON text of an object without its braces. */
function membersText(object: Json): string {
  return JSON.stringify(object).slice(1, -1);
}
