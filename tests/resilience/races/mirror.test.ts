/**
 * Mirrors kept by the feed while many write (docs/contract.md, Changes): what results is the API's own list, for whoever
 * follows: nothing is missing, nothing is left over, nothing was shown that could not be seen.
 */
import { expect, it } from "vitest";
import { runAdmin } from "../../support/admin";
import { openTransaction } from "../../support/database-client";
import { send } from "../../support/http";
import { startClients } from "../../support/load";
import { figure } from "../../support/long";
import { caughtUp, Mirror } from "../../support/mirror";
import { FOLLOWERS, NoteWriter, TEAMS } from "../../support/note-writer";
import { dataOf, openOrganization, type RecordView, recordsPath } from "../../support/organization";
import { originOf, tally } from "../../support/parallel";
import { pick } from "../../support/webhook-receivers";

const WRITERS = figure(8, 50);
const WRITES = figure(3_000, 1_000_000);
/** One request of ten is a batch. */
const BATCH_EVERY = 10;
const BATCH = figure(12, 490);
const REQUESTS = Math.ceil((WRITES * BATCH_EVERY) / (BATCH_EVERY - 1 + BATCH));
const PAGE = figure(50, 100);
/** Of requests, for want of a connection or of a turn: fifty writers are more than two cores can serve at every moment. */
const MOST_FAILURES = figure(0, REQUESTS / 100);
const IMPORTED = figure(2_000, 100_000);
/** The rows of one more: of a member who sees all. */
const ROWS = [{ entityKey: "notes", where: { not: ["team", "in", ["blue"]] } }];

type Result = { status: number; id: string; error?: { code: string } };

/** What the list gives: the mirror's oracle. */
async function listed(mirror: Mirror): Promise<[string, RecordView][]> {
  await mirror.begin();
  return [...mirror.records].sort();
}

it(
  "mirrors of notes, with writers, an import and a transaction that stays open for a while, end up equal to the lists of their owners",
  async ({ annotate }) => {
    const acme = await openOrganization("mirrored");
    const notes = new NoteWriter(acme);
    const limited = await acme.issue("ada", { limits: { rows: ROWS } });
    const followers = [...FOLLOWERS.map((name) => acme.token(name)), limited.text];
    const mirrors = followers.map((follower, index) => Mirror.of("notes", follower, () => originOf(index), PAGE));
    for (const mirror of mirrors) await mirror.begin();

    /** By its writer: batches that updated one another's records would queue behind one another. */
    const made = Array.from({ length: WRITERS }, (): string[] => []);
    const anyOf = (some: string[]) => (some.length === 0 ? undefined : pick(some));
    const writeBatch = async (origin: string, own: string[]) => {
      const changed = new Set(Array.from({ length: BATCH * 0.8 }, () => anyOf(own)).filter((id) => id !== undefined));
      const operations = [
        ...[...changed].map((id) => ({ op: "update", id, ifMatch: "*", data: notes.newData() })),
        ...Array.from({ length: BATCH - changed.size }, () => ({ op: "create", data: notes.newData() })),
      ];
      const path = `${recordsPath("notes")}/batch`;
      const json = { operations, atomic: false };
      const answer = await send(origin, { method: "POST", path, token: notes.token, json });
      if (answer.status !== 200) return answer;
      for (const { status, id, error } of dataOf<{ results: Result[] }>(answer).results) {
        if (status === 201) own.push(id);
        batched[error?.code ?? status] = (batched[error?.code ?? status] ?? 0) + 1;
      }
      return answer;
    };
    const batched: Record<string, number> = {};
    let requests = 0;
    const load = startClients(WRITERS, async (index) => {
      requests += 1;
      const origin = originOf(index);
      if (requests % BATCH_EVERY === 0) return writeBatch(origin, made[index] ?? []);
      const id = requests % 3 === 0 ? undefined : anyOf(pick(made));
      if (id === undefined) return notes.create(origin, made[index] ?? []);
      return notes.change(origin, id, requests % 7 === 0 ? "DELETE" : "PATCH");
    });
    const importing = runAdmin(["records", "import", "--organization", acme.key, "--entity", "notes", "--file"], {
      "notes.ndjson": Array.from({ length: IMPORTED }, (_, index) =>
        JSON.stringify({ title: `imported ${index}`, team: pick(TEAMS) }),
      ).join("\n"),
    });
    const holder = await openTransaction("select pg_current_xact_id()");

    let isWriting = true;
    const following = mirrors.map(async (mirror) => {
      while (isWriting) {
        for (const { items } of await mirror.follow()) {
          const told = items.map((item) => (item.type === "removed" ? item.id : item.record.id));
          expect(new Set(told).size, "a record stands in a page once").toBe(told.length);
        }
      }
    });
    await load.more(REQUESTS / 2);
    await holder.end();
    await load.more(REQUESTS / 2);
    const outcomes = await load.stop();
    await importing;
    isWriting = false;
    await Promise.all(following);

    const {
      "200": ok = 0,
      "201": created = 0,
      "404 RECORD_NOT_FOUND": gone = 0,
      "429 RATE_LIMITED": waited = 0,
      "500 SERVER_ERROR": failed = 0,
      ...others
    } = tally(outcomes.map(({ answer }) => answer));
    expect(others).toEqual({});
    const failures = mirrors.reduce((sum, mirror) => sum + mirror.failures, waited + failed);
    expect(failures).toBeLessThanOrEqual(MOST_FAILURES);
    const { "200": updated = 0, "201": added = 0, RECORD_NOT_FOUND: missed = 0, ...refused } = batched;
    expect(refused).toEqual({});
    await caughtUp();
    for (const [index, mirror] of mirrors.entries()) {
      await mirror.follow();
      const kept = [...mirror.records].sort();
      expect(mirror.resets).toBe(0);
      expect(kept).toEqual(await listed(Mirror.of("notes", followers[index] ?? "", () => originOf(0))));
    }
    expect(mirrors[0]?.records.size).toBeGreaterThan(IMPORTED);
    await annotate(
      `${ok + created + gone} requests (${failures} failed), ${notes.written} records written, and ${IMPORTED} imported, followed by ${followers.length}.`,
    );
  },
  figure(120_000, 3_600_000),
);
