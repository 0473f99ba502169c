/** Keeps the feed as long as it is to be kept: partitions for what is to come, none for what is past its days. */
import { env } from "../env";
import { log } from "../log";
import { runtime } from "../runtime";
import { keepPartitions } from "../store/records/changes";

/** There are partitions for two weeks ahead, and one for everything else, so that nothing depends on the hour. */
const KEEP_EVERY_MS = 3_600_000;

/** Now and every hour, until the runtime is closed. Never fails: whoever needs a lock for it tries again in an hour. */
export const keepChanges = runtime.part(
  "keeping changes",
  () => {
    const keep = () =>
      void keepPartitions(env().CHANGES_RETENTION_DAYS).catch((error: Error) =>
        log().warn({ error: error.message }, "the partitions of the feed were not kept"),
      );
    keep();
    return setInterval(keep, KEEP_EVERY_MS).unref();
  },
  async (timer) => clearInterval(timer),
);
