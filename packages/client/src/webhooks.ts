/** The webhooks of the token. Every method sends one request. `webhook.ts` verifies what they deliver. */
import type { CallOptions, Send } from "./send.js";
import { versioned, type WriteOptions, written } from "./writes.js";

/** Default: whole `records`, with all fields that the token can read. */
export type WebhookSettings = {
  name: string;
  url: string;
  entityKey: string;
  payload?: "records" | "ids" | "signal";
  fields?: readonly string[] | null;
  expand?: readonly string[];
  paused?: boolean;
};

export type WebhookAttempt = {
  outcome: "delivered" | "refused" | "timeout" | "tls" | "dns" | "status" | "blocked";
  /** null where no response came. */
  status: number | null;
  milliseconds: number;
};

export type Webhook = {
  id: string;
  versionId: string;
  name: string;
  url: string;
  entityKey: string;
  payload: "records" | "ids" | "signal";
  fields: string[] | null;
  expand: string[];
  state: "active" | "paused" | "disabled";
  /** Why nothing is sent; null while it is active. */
  reason: string | null;
  /** null while the token cannot list the entity. */
  lag: { changes: number; more: boolean; seconds: number } | null;
  lastAttempt: (WebhookAttempt & { at: string }) | null;
  nextAttempt: string | null;
  /** null if the keys were lost: rotate them. */
  publicKey: string | null;
  created: string;
  updated: string;
};

/** A webhook, or another object with its id and version. */
export type VersionedWebhook = Pick<Webhook, "id" | "versionId">;

/** Keep the secret: it is not returned again. */
export type WebhookWithSecret = Webhook & { publicKey: string; signingSecret: string };

export type WebhookAttemptListed = WebhookAttempt & {
  at: string;
  messageId: string;
  kind: "changes" | "reset" | "test";
  items: number;
};

export class Webhooks {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async list(options: CallOptions = {}): Promise<Webhook[]> {
    const { items } = await this.#send<{ items: Webhook[] }>({ ...options, method: "GET", path: "/webhooks" });
    return items;
  }

  get(id: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#send({ ...options, method: "GET", path: pathOf(id) });
  }

  /** Sends changes from now on. It is not sent again if the response is lost: OUTCOME_UNKNOWN. */
  create(settings: WebhookSettings, options: WriteOptions = {}): Promise<WebhookWithSecret> {
    return this.#send({ ...written(options, "/webhooks"), method: "POST", body: { data: settings }, isOnce: true });
  }

  /** As for a record: PRECONDITION_FAILED. `{ paused: false }` continues, even after the service disabled it. */
  async update(
    webhook: VersionedWebhook,
    changes: Partial<Omit<WebhookSettings, "entityKey">>,
    options: WriteOptions = {},
  ): Promise<Webhook> {
    const request = versioned(webhook, "webhook", pathOf, options);
    return this.#send({ ...request, method: "PATCH", body: { data: changes } });
  }

  async delete(webhook: VersionedWebhook, options: WriteOptions = {}): Promise<{ id: string; deleted: true }> {
    return this.#send({ ...versioned(webhook, "webhook", pathOf, options), method: "DELETE" });
  }

  /** Sends a delivery without items now. */
  test(id: string, options: CallOptions = {}): Promise<WebhookAttempt> {
    return this.#send({ ...options, method: "POST", path: `${pathOf(id)}/test` });
  }

  /** Sends again what changed since a moment. */
  replay(id: string, since: Date | string, options: CallOptions = {}): Promise<Webhook> {
    const body = { data: { since: since instanceof Date ? since.toISOString() : since } };
    return this.#send({ ...written(options, `${pathOf(id)}/replay`), method: "POST", body });
  }

  /** New keys; for 24 hours the former ones sign as well. It is not sent again if the response is lost: OUTCOME_UNKNOWN. */
  rotate(id: string, options: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#send({ ...written(options, `${pathOf(id)}/rotate`), method: "POST", isOnce: true });
  }

  /** The last 100 attempts, newest first. */
  async deliveries(id: string, options: CallOptions = {}): Promise<WebhookAttemptListed[]> {
    const path = `${pathOf(id)}/deliveries`;
    const { items } = await this.#send<{ items: WebhookAttemptListed[] }>({ ...options, method: "GET", path });
    return items;
  }
}

/** A path without its last segment would address all of them. */
function pathOf(id: string): string {
  if (typeof id !== "string" || ["", ".", ".."].includes(id)) throw new TypeError("A webhook is named by its id.");
  return `/webhooks/${encodeURIComponent(id)}`;
}
