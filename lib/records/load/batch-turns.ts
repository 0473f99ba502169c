/**
 * Batches take turns: each keeps a connection of the pool from its first statement to its last, also while it waits for
 * others who write the same records. Forty of one token at a time would take every connection.
 */
import { MAX_WAIT_OF_BATCH_MS } from "../../limits";
import { postgres } from "../../postgres/postgres";
import { runtime } from "../../process/runtime";
import { connectionShares } from "./connection-shares";
import { FairShares } from "./fair-shares";

/** Of this process: half of the pool, with one place always left to other organisations. */
export const batchTurns = runtime.part("batch turns", () => {
  const all = postgres().batchesAtOnce;
  const places = {
    all,
    ofOrganization: Math.max(1, all - 1),
    ofToken: all,
    waitMs: MAX_WAIT_OF_BATCH_MS,
    wanted: "Batches",
  };
  return new FairShares(places, connectionShares());
});
