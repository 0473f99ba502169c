/** An import with `--match` beside callers that change and create the same records (docs/import.md, Keeping in sync). */
import { expect, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { sql } from "../../support/database-client";
import { patch, post, send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { openOrganization, recordsPath } from "../../support/organization";
import { originOf } from "../../support/parallel";

const KEYS = figure(1_500, 20_000);
const WRITERS = 6;
/** Few, so that an import meets them being changed. */
const CHANGED = 60;
const ROUNDS = figure(4, 10);

const acme = await openOrganization("sync");
const file = structuredClone(acme.file);
const key = { key: "externalKey", label: "Key", type: "text" };
file.entities.find((entity) => entity.key === "samples")?.fields.push({ ...key, unique: true });
await acme.apply(file);

it("no write of either is lost, and each value has one record", async () => {
  const SAMPLES = recordsPath("samples");
  const token = acme.token("ada");
  const paths: string[] = [];
  for (let index = 0; index < CHANGED; index += 1) {
    paths.push((await acme.create("ada", "samples", { name: `own ${index}`, externalKey: `key ${index}` })).path);
  }
  const texts = new Map<string, string>();
  let turn = 0;
  let created = 0;
  const load = startClients(WRITERS, async (writer) => {
    turn += 1;
    const text = `text ${turn}`;
    if (turn % 4 === 0) {
      // From the end of the file, where an import adds last.
      created += 1;
      const data = { name: "by a writer", externalKey: `key ${KEYS - 1 - (created % KEYS)}` };
      return send(originOf(turn), post(SAMPLES, { data }, { token }));
    }
    // Each writer has records of its own, so that its last word is known.
    const owned = paths[(turn % (CHANGED / WRITERS)) * WRITERS + writer] ?? "";
    const answer = await send(originOf(turn), patch(owned, { text }, { token }));
    if (answer.status === 200) texts.set(owned, text);
    return answer;
  });

  for (let round = 1; round <= ROUNDS; round += 1) {
    const lines = Array.from({ length: KEYS }, (_, index) =>
      JSON.stringify({ externalKey: `key ${index}`, name: `imported ${index}`, integer: round }),
    );
    expect(await imported(lines)).toMatchObject({ read: KEYS, refused: 0 });
  }
  const outcomes = await load.stop();
  expect(
    outcomes.map(({ answer }) => answer?.status).filter((status) => ![200, 201, 409].includes(status ?? 0)),
  ).toEqual([]);

  const rows = await sql<{ key: string; integer: number; records: number }>(
    `select data->>'externalKey' as key, max((data->>'integer')::int) as integer, count(*)::int as records
       from records where entity_id = (select id from entities where organization_id = $1 and key = 'samples')
        and data->>'integer' is not null group by 1`,
    [acme.id],
  );
  expect(rows).toHaveLength(KEYS);
  expect(rows.filter(({ integer, records }) => integer !== ROUNDS || records !== 1)).toEqual([]);
  for (const [path, text] of texts)
    expect((await acme.read("ada", path)).data).toMatchObject({ text, integer: ROUNDS });
  // The file, once more, has nothing new to say.
  const last = Array.from({ length: KEYS }, (_, index) =>
    JSON.stringify({ externalKey: `key ${index}`, integer: ROUNDS }),
  );
  expect(await imported(last)).toMatchObject({ created: 0, updated: 0, present: KEYS, refused: 0 });
});

async function imported(lines: string[]): Promise<Record<string, number>> {
  const options = ["--organization", acme.key, "--entity", "samples", "--match", "externalKey", "--json"];
  const printed = await runAdmin(["records", "import", ...options, "--file"], { "samples.ndjson": lines.join("\n") });
  return JSON.parse(printed);
}
