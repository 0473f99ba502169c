/** The types that adapters pass to the pipeline and get back: smaller than the web's Request and Response. */
import type { Readable } from "node:stream";
import type { Release } from "../semaphore";
import type { ArrivingBody } from "./input/arriving-body";

export type ApiRequest = {
  method: string;
  /** Path and query string exactly as received, or `*` for the service as a whole. */
  target: string;
  /** The operations of the route that the host's router has found; absent for all at the path. */
  operations?: readonly string[] | undefined;
  /** What is wrong with the request as HTTP, as a sentence; null if nothing is wrong. */
  malformed: string | null;
  /** A header by its lower-case name. Several lines are joined by ", "; null if absent. */
  header(name: string): string | null;
  /** The address of the client behind trusted proxies (`lib/http/client-address.ts`). */
  address: string;
  /** Aborted, with CallerLeft, when the client closes the connection. The requests of a connection share it. */
  signal(): AbortSignal;
  /**
   * Passes on the body as it arrives. Resolves when it is complete or refused; the rest is then left unread. Rejects if it breaks
   * off. Called at most once, when the caller is known.
   */
  readBody(into: ArrivingBody): Promise<void>;
};

export type ApiResponse = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** In pieces if it is long, bytes if it is compressed, null for no body. For HEAD, an adapter sends only the headers. */
  body: string | string[] | Uint8Array | Readable | null;
  /** The body is an event stream, which goes on until one of the two sides ends it. It ends itself for a reader that does not read. */
  isEndless?: true;
  /** To be called with the length of what is still to be sent, and without it once nothing is. That much counts as used. */
  sent?: Release | undefined;
};
