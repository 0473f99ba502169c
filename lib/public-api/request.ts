/**
 * What the two doors hand to the pipeline and take back from it. Smaller than the web's Request and Response, which a
 * Node host would have to build for every call only to take them apart again.
 */

export type ApiRequest = {
  method: string;
  /** Path and query string exactly as received, or `*`: the service as a whole. */
  target: string;
  /** What is wrong with the request as HTTP, as a sentence; null where nothing is. */
  malformed: string | null;
  /** A header by its lower-case name; several lines of it joined by ", "; null where absent. */
  header(name: string): string | null;
  /** The client's, after the proxies that are trusted; see `lib/client-address.ts`. */
  address: string;
  /** Aborted, by `CallerLeft`, once the client has hung up before its response was complete. Made when first asked for. */
  signal(): AbortSignal;
  /** The whole body, or null where it is larger than bodies may be. */
  readBody(): Promise<Uint8Array | null>;
};

export type ApiReply = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** In pieces where it is long; null: none at all. To a HEAD request a door sends the headers only. */
  body: string | string[] | null;
  /** A door calls it once the answer has left, or never will; until then its memory counts as taken. */
  sent?: (() => void) | undefined;
};
