/** Imports into an organization that each row has for itself, made of one file. */
import { beforeEach } from "vitest";
import { loadConfiguration } from "@/lib/configuration/load";
import type { Configuration, JsonObject } from "@/lib/model";
import { type Author, authorOf } from "@/lib/records/import/author";
import { importRecords } from "@/lib/records/import/import-records";
import type { Refusal } from "@/lib/records/import/write-lines";
import { findMemberByEmail } from "@/lib/store/people/members";
import { apply, newKey } from "../../configuration/applied";
import { openTestDatabase, query } from "../../configuration/database";

/** `match`: the field by whose values records are found. */
type Options = { author?: Author; match?: string; lineOf?: (index: number) => number };
type Line = { line: number; record: JsonObject };

/** Each refused line and its field, as in `2 name`. */
export const placesOf = (refusals: Refusal[]) => refusals.map(({ line, field }) => `${line} ${field}`);

export function openImports(file: object) {
  openTestDatabase();
  let key: string;
  let configuration: Configuration;

  beforeEach(async () => {
    key = newKey();
    const { organizationId, version } = await applyAs("Acme");
    configuration = await loadConfiguration(organizationId, version);
  });

  const applyAs = (name: string) => apply({ ...file, organization: { key, name } });

  function entityOf(entityKey: string) {
    const entity = configuration.entities.get(entityKey);
    if (entity === undefined) throw new Error(`no entity ${entityKey}`);
    return entity;
  }

  async function memberAs(email: string, entityKey: string): Promise<Author> {
    const member = await findMemberByEmail(configuration.organizationId, email);
    if (member === null) throw new Error(`no member ${email}`);
    return authorOf(configuration, entityOf(entityKey), member);
  }

  /** Without an author, by the system. */
  async function importLines(entityKey: string, lines: AsyncIterable<Line>, { author, match }: Options = {}) {
    const entity = entityOf(entityKey);
    const refusals: Refusal[] = [];
    const listener = { onRefusal: (refusal: Refusal) => void refusals.push(refusal), onProgress: () => {} };
    const field = entity.fields.get(match ?? "");
    const by = { author: author ?? authorOf(configuration, entity, null), ...(field && { match: field }) };
    return { counted: await importRecords(by, { name: "test.ndjson", lines }, listener), refusals };
  }

  async function run(entityKey: string, records: JsonObject[], options: Options = {}) {
    const { lineOf = (index: number) => index + 1 } = options;
    async function* lines() {
      for (const [index, record] of records.entries()) yield { line: lineOf(index), record };
    }
    return importLines(entityKey, lines(), options);
  }

  const organizationId = () => configuration.organizationId;
  const rowsOf = <Row>(entityKey: string) =>
    query<Row>("SELECT * FROM records WHERE entity_id = $1 ORDER BY data->>'title'", [entityOf(entityKey).id]);

  return { applyAs, entityOf, memberAs, importLines, run, organizationId, rowsOf };
}
