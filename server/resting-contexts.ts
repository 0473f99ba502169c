/**
 * Where an AsyncLocalStorage is in use, Node before 24 makes every promise of the process dearer: a fifth of what a call of
 * the interface costs. Next uses several for its pages, and keeps them in use from the first page on. Here they rest while
 * no page is made, and are in use again, by themselves, with the next one.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestListener } from "node:http";

/** What a page may still do when its answer has left. */
const AFTER_MS = 5_000;
const ARE_DEAR = Number(process.versions.node.split(".", 1)[0]) < 24;

const inUse = new Set<AsyncLocalStorage<unknown>>();
let isWatching = false;
let underWay = 0;
let resting: NodeJS.Timeout | undefined;

/** To be called before the first page is made. Nothing but pages may use an AsyncLocalStorage in this process. */
export function restBetween(pages: RequestListener): RequestListener {
  if (!ARE_DEAR) return pages;
  watch();
  return (request, response) => {
    underWay += 1;
    clearTimeout(resting);
    response.once("close", () => {
      underWay -= 1;
      if (underWay === 0) resting = setTimeout(rest, AFTER_MS).unref();
    });
    return pages(request, response);
  };
}

/** Both ways into a context put its storage into use, and nothing tells which ones are. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const { run, enterWith } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...rest: Parameters<typeof run>) {
    inUse.add(this);
    return run.apply(this, rest);
  } as typeof run;
  AsyncLocalStorage.prototype.enterWith = function (store) {
    inUse.add(this);
    return enterWith.call(this, store);
  };
}

function rest(): void {
  for (const storage of inUse) storage.disable();
  inUse.clear();
}
