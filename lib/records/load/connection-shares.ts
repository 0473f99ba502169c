/**
 * How many connections of the pool the requests of one organisation hold at a time (contract § 3, Fair shares). A write of
 * one record is short, but it holds its connection while it waits for others who write the same record: sixty that wait for
 * one batch would leave no connection to anybody else.
 */
import { MAX_WAIT_OF_WRITE_MS } from "../../limits";
import { postgres } from "../../postgres/postgres";
import { runtime } from "../../process/runtime";
import { FairShares } from "./fair-shares";

/** Of this process. Lists and batches, which have fewer places of their own, need one here as well. */
export const connectionShares = runtime.part("connection shares", () => {
  const { connectionsOfOrganization } = postgres();
  return new FairShares({
    all: Number.POSITIVE_INFINITY,
    ofOrganization: connectionsOfOrganization,
    ofToken: connectionsOfOrganization,
    waitMs: MAX_WAIT_OF_WRITE_MS,
    wanted: "Reads and writes",
  });
});
