/**
 * The client of the Public Records API. It uses `fetch` and nothing else, so it runs in Node, browsers and workers. Read on in
 * `entity.ts` (what can be done with records) and `send.ts` (how a request is sent, paced and repeated).
 */
import { Entity } from "./entity.js";
import { type CallOptions, openSend } from "./send.js";
import type { AnyRecords, EntitySummary, EntityTypes, Identity } from "./types.js";

export type { Entity } from "./entity.js";
export type { ErrorCode, ErrorDetail } from "./errors.js";
export { RecordsError } from "./errors.js";
export type { Feed, FeedOptions } from "./feed.js";
export type { CallOptions } from "./send.js";
export type * from "./types.js";
export type { BatchOptions, ChunkOptions, CreateOptions, WriteOptions } from "./writes.js";

export type ClientOptions = {
  /** The address of the service, with `/api/v1` or without. */
  url: string;
  token: string;
  /** For each attempt, in milliseconds: 30,000 without it. */
  timeout?: number;
  /** How often a request is sent again, where that is safe: 5 times without it. */
  retries?: number;
  /** Instead of the one that is there. */
  fetch?: typeof fetch;
};

export type Client<R extends { [Key in keyof R]: EntityTypes }> = {
  /** Whom the token acts for. */
  me(options?: CallOptions): Promise<Identity>;
  /** What the token can do something with. */
  entities(options?: CallOptions): Promise<EntitySummary[]>;
  /** The records of one entity. Nothing is asked yet. */
  entity<Key extends keyof R & string>(key: Key): Entity<R[Key]>;
};

/** `client<Records>(…)` takes the types that `public-records types` writes. Throws TypeError where url or token cannot be right. */
export function client<R extends { [Key in keyof R]: EntityTypes } = AnyRecords>(options: ClientOptions): Client<R> {
  const send = openSend(options);
  return {
    me: (call) => send({ method: "GET", path: "/me", ...call }),
    entities: async (call) => {
      const { items } = await send<{ items: EntitySummary[] }>({ method: "GET", path: "/entities", ...call });
      return items;
    },
    entity: (key) => new Entity(key, send),
  };
}
