/**
 * What the two adapters hand to the pipeline and take back from it. Smaller than the web's Request and Response, which a
 * Node host would have to build for every request only to take them apart again.
 */
import type { Readable } from "node:stream";
import type { Departure } from "../time/departure";
import type { ArrivingBody } from "./input/arriving-body";

export type ApiRequest = {
  method: string;
  /** Path and query string exactly as received, or `*`: the service as a whole. */
  target: string;
  /** What is wrong with the request as HTTP, as a sentence; null where nothing is. */
  malformed: string | null;
  /** A header by its lower-case name; several lines of it joined by ", "; null where absent. */
  header(name: string): string | null;
  /** The client's, after the proxies that are trusted; see `lib/http/client-address.ts`. */
  address: string;
  /** Of the client, who may hang up before the response is complete. Watched for from when it is first asked for. */
  departure(): Departure;
  /**
   * Hands over the body as it arrives, and resolves when it is whole or refused; what then still comes is let through unread.
   * Rejects where it breaks off. Called only once the caller is known, and at most once.
   */
  readBody(into: ArrivingBody): Promise<void>;
};

export type ApiResponse = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /**
   * In pieces where it is long; bytes, or a stream of them, where it is compressed; null: none at all. To a HEAD request an
   * adapter sends the headers only.
   */
  body: string | string[] | Uint8Array | Readable | null;
  /** An adapter calls it once the response has left, or never will; until then its memory counts as taken. */
  sent?: (() => void) | undefined;
};
