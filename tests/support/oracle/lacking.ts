/** Worlds whose records are stored as if fields had been added to their entities after the records. */
import { sql } from "../database-client";
import type { LiveWorld } from "./live-world";

/** About half of the empty fields of each record are no longer stored with it; a version says so, as `config apply` would. */
export async function lackEmptyFields({ world: { organizationId, file } }: LiveWorld): Promise<void> {
  await sql(
    `update records r set data = (
       select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(r.data) f
        where f.value <> 'null' or hashtext(r.id::text || f.key) % 2 = 0)
      where r.entity_id in (select id from entities where organization_id = $1)`,
    [organizationId],
  );
  const reshaping = file.entities.map(({ key, fields }) => {
    const added = fields.map((field) => field.key);
    return [key, { added, removed: [], renamed: {}, options: {}, stays: true }];
  });
  await sql(
    `insert into configurations (organization_id, version, document, reshaping, applied_by)
     select c.organization_id, c.version + 1, c.document, $2, 'test' from configurations c
       join organizations o on o.id = c.organization_id and o.configuration_version = c.version where o.id = $1`,
    [organizationId, JSON.stringify(Object.fromEntries(reshaping))],
  );
  await sql("update organizations set configuration_version = configuration_version + 1 where id = $1", [
    organizationId,
  ]);
}
