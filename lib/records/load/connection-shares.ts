/**
 * How many connections of the pool an organisation's requests hold at a time, whatever for (contract § 3, Fair shares). A write of
 * one record is short, but where others write the same record it waits for them, on its connection: sixty that wait for one
 * batch would leave nobody else any.
 */
import { MAX_WAIT_OF_WRITE_MS } from "../../limits";
import { postgres } from "../../postgres/postgres";
import { runtime } from "../../process/runtime";
import { FairShares } from "./fair-shares";

/** Of this process. Lists and batches, which have fewer places of their own, take theirs here, too. */
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
