/** What SIGTERM does to requests in flight: they are finished, whole. Streams, which have no end, get one. */
import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { sql } from "../../support/database-client";
import { openEvents } from "../../support/event-stream";
import { patch, send } from "../../support/http";
import { changesPath, type FeedPage } from "../../support/mirror";
import { dataOf, openOrganization, type RecordView } from "../../support/organization";
import { startService } from "../../support/service";

const acme = await openOrganization();

describe("SIGTERM", () => {
  it("a write that waits for a lock is still answered, and the process then ends", async () => {
    const record = await acme.create("ada", "samples", { name: "slow" });
    const service = await startService(inject("adapter"), inject("databaseUrl"));
    const holder = new pg.Client({ connectionString: inject("databaseUrl") });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select 1 from records where id = $1 for update", [record.id]);
    const [{ pid }] = (await holder.query("select pg_backend_pid() as pid")).rows;
    const pending = send(service.origin, patch(record.path, { integer: 1 }, { token: acme.token("ada") }, record.etag));
    // A process that has just been started takes its time over its first request.
    await expect.poll(() => waitingFor(pid)).toHaveLength(1);
    const stopped = service.stop();
    await holder.query("commit");
    await holder.end();
    const answer = await pending;
    await stopped;
    expect(answer.status).toBe(200);
    expect(dataOf<RecordView>(answer).data.integer).toBe(1);
    expect((await acme.read("ada", record.path)).versionId).toBe(dataOf<RecordView>(answer).versionId);
  });

  it("a stream ends at once, and an unread one does not keep the process alive", async () => {
    const service = await startService(inject("adapter"), inject("databaseUrl"));
    const { nextCursor } = dataOf<FeedPage>(await acme.call("rea", { path: changesPath("samples") }));
    // More than sockets take by themselves.
    for (let index = 0; index < 20; index += 1)
      await acme.create("ada", "samples", { name: `long ${index}`, json: "x".repeat(500_000) });
    const long = { path: `${changesPath("samples")}?cursor=${nextCursor}`, token: acme.token("wim") };
    const unread = await openEvents(service.origin, long);
    unread.pause();
    const stream = await openEvents(service.origin, { path: changesPath("samples"), token: acme.token("rea") });
    await expect.poll(() => stream.lastId()).not.toBe("");
    const stopped = service.stop();
    expect(await stream.untilEnd()).toBe("whole");
    await stopped;
    const again = {
      path: changesPath("samples"),
      token: acme.token("rea"),
      headers: { "last-event-id": stream.lastId() },
    };
    const next = await openEvents(acme.origin, again);
    expect(next.status).toBe(200);
    next.close();
  });
});

/** Who waits for what that connection holds. Asked outside the holder's transaction, which would see one moment only. */
function waitingFor(pid: number) {
  return sql("select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))", [pid]);
}
