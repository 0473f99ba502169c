/**
 * What the adapters give to the pipeline and get back. Smaller than the web's Request and Response, which a Node host would
 * have to build for every request only to take them apart again.
 */
import type { Readable } from "node:stream";
import type { Departure } from "../time/departure";
import type { ArrivingBody } from "./input/arriving-body";

export type ApiRequest = {
  method: string;
  /** Path and query string exactly as received, or `*`: the service as a whole. */
  target: string;
  /** What is wrong with the request as HTTP, as a sentence; null where nothing is wrong. */
  malformed: string | null;
  /** A header by its lower-case name; several lines of it joined by ", "; null where absent. */
  header(name: string): string | null;
  /** The client's, behind trusted proxies (`lib/http/client-address.ts`). */
  address: string;
  /** The client can hang up before the response is complete. Watched from the first call on. */
  departure(): Departure;
  /**
   * Hands over the body as it arrives. Resolves when it is whole or refused; the rest is then left unread. Rejects where it
   * breaks off. Called at most once, when the caller is known.
   */
  readBody(into: ArrivingBody): Promise<void>;
};

export type ApiResponse = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /**
   * In pieces where it is long; bytes or a stream of them where it is compressed; null: no body. For HEAD an adapter sends
   * the headers only.
   */
  body: string | string[] | Uint8Array | Readable | null;
  /** To be called once the response has left, or never will; until then its memory counts as used. */
  sent?: (() => void) | undefined;
};
