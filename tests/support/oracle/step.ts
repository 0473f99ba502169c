/**
 * One request in both worlds: asked of the oracle, sent to the service, compared. After a write everything stored is read
 * back with all rights, so that what should not have happened shows as well.
 */
import { isDeepStrictEqual } from "node:util";
import { dataOf, type Page, type RecordView } from "../organization";
import type { Ask, Verdict } from "./ask";
import { compareAnswer, sendAsk, tell } from "./compare";
import { entityIn, type ModelRecord } from "./file";
import type { Caller, LiveWorld } from "./live-world";
import { judge } from "./oracle";

/** Throws where the two disagree; otherwise the model has followed the service. */
export async function step(live: LiveWorld, caller: Caller, ask: Ask): Promise<Verdict> {
  const verdict = judge(live.world, caller, ask);
  const answer = await sendAsk(caller, ask);
  compareAnswer(live, caller, ask, verdict, answer);
  if (ask.endpoint !== "create" && ask.endpoint !== "update" && ask.endpoint !== "delete") return verdict;
  if (entityIn(live.world.file, ask.entity)?.exposed === false) return verdict;
  const wrong = follow(live, caller, ask.entity, verdict, await readAll(live, ask.entity));
  if (wrong !== null) throw new Error(tell(live.world, caller, ask, verdict, answer, wrong));
  return verdict;
}

async function readAll({ admin }: LiveWorld, entity: string): Promise<Map<string, RecordView>> {
  const views = new Map<string, RecordView>();
  let cursor: string | null = null;
  do {
    const query: [string, string][] = [["limit", "500"]];
    if (cursor !== null) query.push(["cursor", cursor]);
    const page: Page = dataOf<Page>(await sendAsk(admin, { endpoint: "list", entity, query }));
    for (const view of page.items) views.set(view.id, view);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return views;
}

/** Puts the effect into the model, with what only the service knows. Returns what is stored differently than predicted. */
function follow(
  { world }: LiveWorld,
  caller: Caller,
  entity: string,
  { effect }: Verdict,
  stored: Map<string, RecordView>,
): string | null {
  const before = world.records.filter((record) => record.entity === entity);
  const others = world.records.filter((record) => record.entity !== entity);
  const after: ModelRecord[] = [];
  for (const record of before) {
    const view = stored.get(record.id);
    stored.delete(record.id);
    const isGone = effect.kind === "deleted" && effect.id === record.id;
    if ((view === undefined) !== isGone) return "what was deleted";
    if (view === undefined) continue;
    const isChanged = effect.kind === "updated" && effect.id === record.id;
    if ((view.versionId !== record.versionId) !== isChanged) return "which versions changed";
    const expected = isChanged ? { ...record, data: effect.data, updated: view.updated } : record;
    if (view.updated < record.updated || !isSame(view, expected)) return "what is stored";
    after.push({ ...expected, versionId: view.versionId });
  }
  const added = [...stored.values()];
  if (added.length !== (effect.kind === "created" ? 1 : 0)) return "how many records there are";
  for (const { id, created, updated, versionId, data } of added) {
    if (effect.kind !== "created" || !isDeepStrictEqual(data, effect.data)) return "what was created";
    after.push({ id, entity, created, updated, versionId, createdBy: caller.memberId, data: effect.data });
  }
  world.records = [...others, ...after];
  return null;
}

function isSame(view: RecordView, { created, updated, data }: ModelRecord): boolean {
  return isDeepStrictEqual([view.created, view.updated, view.data], [created, updated, data]);
}
