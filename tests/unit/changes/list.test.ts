/** A page of the feed that is late leaves nothing behind. What pages tell is asked over HTTP, in `tests/api`. */
import { expect, it, vi } from "vitest";
import type { Caller } from "@/lib/authentication/authenticate";
import { listChanges } from "@/lib/changes/list";
import { pageBudget } from "@/lib/records/load/page-budget";
import { type Deadline, openDeadline } from "@/lib/time/deadline";
import { WANTED } from "../../support/wanted";
import { openTestDatabase } from "../configuration/database";
import { contextOf, createAdmitted, insertRecord, listerOf, recordOf } from "../store/admitted";

openTestDatabase();

it("a page that arrives after the deadline of its request releases its room", async () => {
  const admitted = await createAdmitted();
  const { configuration, deals, admission } = admitted;
  const { access } = listerOf(admitted);
  const caller = { configuration, token: { rootId: "its token" }, admission } as Caller;
  // A transaction of another test may keep the change back for a while.
  const waitUntil = performance.now() + 50_000;
  const list = (cursor: string | null, deadline: Deadline) => {
    const page = { cursor, limit: 10, maxBytes: 1_000, fields: null, waitUntil };
    return listChanges(caller, access, { ...page, isChecked: false }, { signal: WANTED, deadline });
  };
  const { nextCursor } = await list(null, openDeadline());
  await insertRecord(contextOf(admitted, deals), recordOf(admitted, deals, { title: "Told of" }));

  const release = vi.fn();
  vi.spyOn(pageBudget(), "reserve").mockResolvedValue({ isShort: true, fit: async () => {}, release });
  const within: Deadline["within"] = async (work, late) => {
    const result = await work;
    if (late === undefined) return result;
    expect(release).not.toHaveBeenCalled();
    late(result);
    throw new Error("too late");
  };
  await expect(list(nextCursor, { openedAt: 0, within })).rejects.toThrow("too late");
  expect(release).toHaveBeenCalledExactlyOnceWith();
});
