/** The client of the Public Records API. It depends only on `fetch`, so it runs in Node and in workers. */
import { Entity } from "./entity.js";
import { queryString } from "./query-string.js";
import { type CallOptions, type ClientOptions, openSend } from "./send.js";
import type { AnyRecords, EntitySummary, EntityTypes, Identity, SearchOptions, SearchResult } from "./types.js";
import { Webhooks } from "./webhooks.js";

export type { Entity } from "./entity.js";
export type { ErrorCode, ErrorDetail } from "./errors.js";
export { RecordsError } from "./errors.js";
export type { Feed, FeedOptions } from "./feed.js";
export type { FollowOptions } from "./follow.js";
export type { CallOptions, ClientOptions } from "./send.js";
export type * from "./types.js";
export type { WebhookDelivery, WebhookFault, WebhookHeaders, WebhookItem } from "./webhook.js";
export { verifyWebhook, WebhookVerificationError } from "./webhook.js";
export type {
  VersionedWebhook,
  Webhook,
  WebhookAttempt,
  WebhookAttemptListed,
  WebhookSettings,
  Webhooks,
  WebhookWithSecret,
} from "./webhooks.js";
export type { BatchOptions, ChunkOptions, CreateOptions, WriteOptions } from "./writes.js";

export type Client<R extends { [Key in keyof R]: EntityTypes }> = {
  /** The member that the token acts for, and the token. */
  me(options?: CallOptions): Promise<Identity>;
  /** The entities on which the token has a permission. */
  entities(options?: CallOptions): Promise<EntitySummary[]>;
  /** The records that match best, of all entities. */
  search(q: string, options?: SearchOptions & CallOptions): Promise<SearchResult>;
  /** Gives access to the records of one entity. Sends no request. */
  entity<Key extends keyof R & string>(key: Key): Entity<R[Key]>;
  /** The webhooks of the token. */
  webhooks: Webhooks;
};

/** `client<Records>(…)` takes the types that `public-records types` writes. Throws TypeError if url or token cannot be right. */
export function client<R extends { [Key in keyof R]: EntityTypes } = AnyRecords>(options: ClientOptions): Client<R> {
  const send = openSend(options);
  return {
    me: (call) => send({ method: "GET", path: "/me", ...call }),
    entities: async (call) => {
      const { items } = await send<{ items: EntitySummary[] }>({ method: "GET", path: "/entities", ...call });
      return items;
    },
    search: (q, { entities, fields, limit, ...call } = {}) =>
      send({ method: "GET", path: `/search${queryString({ q, entities, fields, limit })}`, ...call }),
    entity: (key) => new Entity(key, send),
    webhooks: new Webhooks(send),
  };
}
