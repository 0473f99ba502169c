/**
 * What every request asks goes by a key, among however many tokens, members and records: no reading of whole tables. Asked
 * of PostgreSQL's own planner, over rows that it has counted. Pages are in `tests/unit/query/explain.test.ts`.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { transaction } from "@/lib/postgres/transaction";
import { callerResolver, EVERYTHING, planFilter, planSort } from "@/lib/query/plan";
import { findToken } from "@/lib/store/authentication";
import { listFeed, readFeedRecords, readFeedState } from "@/lib/store/records/changes";
import { readFeedEnd } from "@/lib/store/records/feed-positions";
import { admissionSql } from "@/lib/store/records/guard";
import { findRecord, listRecords } from "@/lib/store/records/read";
import { findStoredRecords } from "@/lib/store/records/stored";
import { deleteRecord } from "@/lib/store/records/write";
import { listChoices, listTokensOf } from "@/lib/tokens/read/listing";
import { WANTED } from "../../support/wanted";
import { fill, openTestDatabase, partitionOf, query } from "../configuration/database";
import { type Admitted, contextOf, createAdmitted, insertRecord, recordOf, updateRecord } from "./admitted";
import { keptWaysOfOne, statementsOf, waysOf, waysOfOne } from "./explained";

openTestDatabase();

const VERSION = "00000000-0000-4000-8000-000000000000";
/** One of eleven; the others differ in their first two digits. */
const PARENT = "05000000-0000-7000-8000-000000000000";

let admitted: Admitted;
let recordId: string;

beforeAll(async () => {
  admitted = await createAdmitted();
  await fill(
    `INSERT INTO organizations (id, key, name) SELECT gen_random_uuid(), 'o' || n, 'O' FROM generate_series(1, 2000) n`,
  );
  await fill(
    `INSERT INTO members (id, organization_id, email, name, role_keys)
     SELECT gen_random_uuid(), id, 'm@o.test', 'M', '{sales}' FROM organizations`,
  );
  await fill(
    `INSERT INTO tokens (id, organization_id, member_id, name, secret_hash)
     SELECT left(md5(m.id::text || n) || md5(n::text), 22), m.organization_id, m.id, 'T', sha256('s')
       FROM members m, generate_series(1, 20) n`,
  );
  await fill(
    `INSERT INTO records (entity_id, id, data, version)
     SELECT $1, gen_random_uuid(), jsonb_build_object('title', 'title ' || n, 'amount', n, 'account', lpad((n / 500)::text, 2, '0') || substr($3, 3)), $2
       FROM generate_series(1, 5000) n`,
    [admitted.deals.id, VERSION, PARENT],
  );
  const partition = `record_partitions.${partitionOf(admitted.deals.id)}`;
  // They are newer than every transaction, as if a slow one were open: the plan must not expect that there are none to show.
  await fill(
    `INSERT INTO changes (entity_id, record_id, transaction) SELECT entity_id, id, '9000000000000000000' FROM ${partition}, generate_series(1, 10)`,
  );
  await fill("VACUUM ANALYZE");
  const [row] = await query<{ id: string }>(`SELECT id FROM ${partition} LIMIT 1`);
  recordId = row?.id ?? "";
});

const RECORD_BY_KEY = ["Index Scan: records_pkey"];

const PROJECTION = { entityKey: "deals", hidden: [], conditional: [] };

const context = () => contextOf(admitted, admitted.deals);
const recordWith = (title: string) => recordOf(admitted, admitted.deals, { title, amount: 1, account: null });
const changed = () => ({ ...recordWith("changed"), id: recordId, version: VERSION });

it.each<[what: string, work: () => Promise<unknown>, ways: string[]]>([
  [
    "is read by its key",
    () => findRecord(admitted.deals.id, { by: "id", id: recordId }, EVERYTHING, PROJECTION),
    RECORD_BY_KEY,
  ],
  ["is read for a write by its key", () => findStoredRecords(admitted.deals, [recordId], [EVERYTHING]), RECORD_BY_KEY],
  ["is written without reading any other", () => insertRecord(context(), recordWith("new")), []],
  ["is changed by its key", () => updateRecord(context(), changed()), RECORD_BY_KEY],
  ["is deleted by its key", () => deleteRecord(context(), recordId, VERSION), RECORD_BY_KEY],
])("a record %s", async (_, work, ways) => {
  expect(await keptWaysOfOne(work)).toEqual(ways);
});

describe("the feed of changes", () => {
  const BEGINNING = { position: { transaction: "0", sequence: "0" }, at: 0 };
  /** There are partitions of several weeks. */
  const waysOfFeed = async (work: () => Promise<unknown>) => [
    ...new Set((await keptWaysOfOne(work)).map((way) => way.replace(/week_\d{4}_\d\d/, "week"))),
  ];

  it("knows by the first of them whether there are more, however many were told before", async () => {
    expect(await waysOfFeed(() => readFeedState(admitted.deals.id, BEGINNING, null))).toEqual([
      "Index Scan: other_pkey",
      "Index Scan: week_pkey",
    ]);
  });

  it("finds its end from the newest change", async () => {
    expect(await waysOfFeed(() => readFeedEnd(admitted.deals.id))).toEqual([
      "Index Scan: other_pkey",
      "Index Scan: week_pkey",
    ]);
  });

  it("looks at so many changes, and at each record by its key", async () => {
    const look = {
      visible: EVERYTHING,
      keyFields: [{ key: "title", readable: EVERYTHING }],
      scopeFields: [],
      limit: 101,
    };
    expect(await waysOfFeed(() => listFeed(admitted.deals.id, BEGINNING, look))).toEqual([
      "Index Scan: other_pkey",
      "Index Scan: records_pkey",
      "Index Scan: week_pkey",
    ]);
  });

  it("reads what it tells of by keys", async () => {
    const wanted = { visible: EVERYTHING, projection: PROJECTION, maxBytes: 16_777_216 };
    expect(await keptWaysOfOne(() => readFeedRecords(admitted.deals.id, [recordId], wanted))).toEqual(RECORD_BY_KEY);
  });
});

/** Rows that were passed on the way through a whole table, and rows that were fetched by a key. */
const READ_IN_TRANSACTION = `
  SELECT relname AS table, seq_tup_read::int AS passed, idx_tup_fetch::int AS fetched
    FROM pg_stat_xact_user_tables WHERE relname IN ('tokens', 'members', 'organizations') ORDER BY relname`;

it("the children of a record are read newest first off the index of the field that names their parent", async () => {
  const { deals } = admitted;
  const resolve = callerResolver(deals.fields);
  const plan = {
    entityId: deals.id,
    where: planFilter({ field: "account", operator: "eq", value: PARENT }, resolve),
    search: { words: [], columns: null },
    sort: planSort([{ field: "created", direction: "desc" }], resolve),
    after: null,
    limit: 100,
  };
  const ways = await waysOfOne(() => listRecords(plan, PROJECTION, true, WANTED));
  expect(ways).toEqual(["Index Scan: records_newest"]);
});

describe("a token", () => {
  it("is found with its owner and organization, each by its key", async () => {
    expect(await waysOfOne(() => findToken(admitted.admission.tokenId))).toEqual([
      "Index Scan: members_pkey",
      "Index Scan: organizations_pkey",
      "Index Scan: tokens_pkey",
    ]);
  });

  it("is asked about by keys inside a write", async () => {
    // Its plan is inside a function: what it read is counted instead.
    const [before, after] = await transaction(async (database) => {
      const counts = async () => (await database.query(READ_IN_TRANSACTION)).rows;
      const { text, values } = admissionSql(admitted.admission);
      const ask = async () => (await database.query(`SELECT ${text} AS admitted`, values)).rows;
      // Planned anew the first few times, for which the planner looks at rows, too.
      for (let turn = 0; turn < 10; turn += 1) await ask();
      const earlier = await counts();
      expect(await ask()).toEqual([{ admitted: true }]);
      return [earlier, await counts()];
    });
    const read = after.map(({ table, passed, fetched }, index) => ({
      table,
      passed: passed - before[index].passed,
      fetched: fetched - before[index].fetched,
    }));
    expect(read).toEqual([
      { table: "members", passed: 0, fetched: 1 },
      { table: "organizations", passed: 0, fetched: 1 },
      { table: "tokens", passed: 0, fetched: 1 },
    ]);
  });

  it.each([
    ["of an owner", true],
    ["of an organization", false],
  ])("is on a page of the list %s, without looking at those of other organizations", async (_, isOwn) => {
    const { organizationId } = admitted.configuration;
    const visibility = isOwn ? { organizationId, ownerIds: [admitted.memberId] } : { organizationId };
    const statements = await statementsOf(async () => {
      await listTokensOf(visibility, { text: "sync", order: "name" });
      await listChoices(visibility);
    });
    const ways = (await Promise.all(statements.map(waysOf))).flat();
    expect(ways).toContain(
      `Bitmap Index Scan: ${isOwn ? "tokens_member_id_idx" : "tokens_organization_id_created_idx"}`,
    );
    expect(ways.filter((way) => way.startsWith("Seq Scan") && !way.endsWith("token_uses"))).toEqual([]);
  });
});
