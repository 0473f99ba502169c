/**
 * Limits how much of each shared resource of a process one organization, one member and one token can use at a time (contract § 3).
 * For database connections see `lib/records/load/shares.ts`.
 */
import { MAX_PAGE_BYTES } from "./limits";
import { Semaphore } from "./semaphore";

export type Budget = { process: number; organization: number; member?: number; token: number };

const MIB = 1024 * 1024;

export const BUDGETS = {
  /** Characters of large pages, until the socket has taken them: clients may read slowly. One page of full size fits. */
  pages: { process: 3 * MAX_PAGE_BYTES, organization: 2 * MAX_PAGE_BYTES, token: MAX_PAGE_BYTES },
  /** Bytes of bodies that are still arriving. Normal clients send few at a time. */
  bodies: { process: 64 * MIB, organization: 32 * MIB, token: 8 * MIB },
  /** Each stream keeps a connection of the host open. A token needs one for each entity that it follows; `wait` serves more. */
  streams: { process: 500, organization: 400, member: 100, token: 4 },
  /** Characters of the pages that streams are sending. A record has up to 5 MiB; one beyond a token's limit counts as the limit. */
  streamPages: { process: 8 * MIB, organization: 4 * MIB, member: 2 * MIB, token: MIB },
  /** Requests with `wait` that wait for a change. Further ones get their response at once. */
  waiting: { process: 5_000, organization: 2_500, token: 250 },
  /** Webhook deliveries in flight. Receivers may be slow. Counted in the statement that takes what is due. */
  deliveries: { process: 50, organization: 5, token: 4 },
  /** Webhooks whose deliveries read the database at the same time, so that requests find it free. */
  webhookReads: { process: 3, organization: 2, token: 1 },
  /** Test deliveries. A caller could otherwise have the service connect to hosts all day. */
  webhookTests: { process: 20, organization: 2, token: 1 },
} as const satisfies Record<string, Budget>;

/** Acquired under the keys of an organization, a member if there is a limit for one, and a token. */
export function openBudget({ process, organization, member, token }: Budget): Semaphore {
  return new Semaphore(member === undefined ? [process, organization, token] : [process, organization, member, token]);
}
