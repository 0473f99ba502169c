/** Verifies deliveries as Standard Webhooks describes them. It needs only WebCrypto, so it runs in Node, Deno, Bun and workers. */
import type { Envelope } from "./types.js";

/** The content of a delivery: one step of the feed of changes. Store `cursor` together with the effect of the items. */
export type WebhookDelivery<Record = Envelope> = {
  type: "records.changed";
  timestamp: string;
  data: {
    webhookId: string;
    entityKey: string;
    /** In the order in which they have to be applied. Empty in a test, and if the webhook sends signals. */
    items: WebhookItem<Record>[];
    cursor: string;
    /** True if the next delivery follows immediately. */
    more: boolean;
    /** Discard everything from earlier deliveries, and walk the list. */
    reset: boolean;
  };
};

/**
 * `record` is absent if the webhook sends ids, or if the record is too large for a delivery: `get` it by its id. `keys` are the
 * unique values of a removed record, and `at` is when the change was made; a webhook that sends ids has neither.
 */
export type WebhookItem<Record = Envelope> =
  | { type: "changed"; record: Record; at: string; id?: undefined }
  | { type: "changed"; id: string; versionId: string; record?: undefined }
  | {
      type: "removed";
      id: string;
      entityKey: string;
      keys?: { [field: string]: string | number };
      at?: string;
      record?: undefined;
    };

export type WebhookHeaders = Headers | { [name: string]: string | readonly string[] | undefined };

/** "unsupported": this runtime cannot verify with a public key. */
export type WebhookFault = "headers" | "time" | "signature" | "body" | "unsupported";

/** The request is not a delivery of this webhook, or cannot be verified here. Do not use its body. */
export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";

  constructor(
    readonly reason: WebhookFault,
    message: string,
  ) {
    super(message);
  }
}

/** Either way: clocks differ. */
const TOLERANCE_SECONDS = 300;
/** Each is compared with the whole body. A delivery has four at most, during a rotation. */
const MAX_SIGNATURES = 10;
const ALGORITHMS = { v1: { name: "HMAC", hash: "SHA-256" }, v1a: { name: "Ed25519" } };

type Version = keyof typeof ALGORITHMS;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Resolves to the body if one of its signatures is valid for one of the keys: the secret (`whsec_…`) or the public key (`whpk_…`).
 * `body` is what was received, before any parser. Throws WebhookVerificationError, or TypeError if key or body cannot be right.
 */
export async function verifyWebhook<Record = Envelope>(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  key: string | readonly string[],
): Promise<WebhookDelivery<Record>> {
  // Secrets first: every runtime can verify with them.
  const keys = [key]
    .flat()
    .map(parseKey)
    .sort((one, other) => one.version.length - other.version.length);
  const bytes = bytesOf(body);
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature").split(" ", MAX_SIGNATURES);
  requireRecent(timestamp);
  const signed = bytesOf(await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer());
  for (const each of keys) if (await isSignedBy(each, signatures, signed)) return parseDelivery(bytes);
  throw new WebhookVerificationError(
    "signature",
    "No signature is valid. Use the key of this webhook, and the body as it was received, before any parser.",
  );
}

async function isSignedBy(key: { version: Version; bytes: Bytes }, signatures: string[], signed: Bytes) {
  const algorithm = ALGORITHMS[key.version];
  const { subtle } = crypto;
  const imported = await subtle.importKey("raw", key.bytes, algorithm, false, ["verify"]).catch(() => {
    throw new WebhookVerificationError(
      "unsupported",
      `WebCrypto of this runtime has no ${algorithm.name}. Use the secret (whsec_…) instead of the public key.`,
    );
  });
  for (const signature of signatures) {
    const [version, text] = signature.split(",", 2);
    const bytes = version === key.version ? fromBase64(text) : null;
    // Compares in constant time.
    if (bytes !== null && (await subtle.verify(algorithm, imported, bytes, signed))) return true;
  }
  return false;
}

function parseKey(key: string): { version: Version; bytes: Bytes } {
  const [, prefix, text] = /^(whsec_|whpk_)(.+)$/.exec(key) ?? [];
  const bytes = fromBase64(text);
  if (!bytes || (prefix === "whpk_" && bytes.length !== 32)) {
    throw new TypeError("The key must be the secret (whsec_…) or the public key (whpk_…) of the webhook, whole.");
  }
  return { version: prefix === "whpk_" ? "v1a" : "v1", bytes };
}

function headerOf(headers: WebhookHeaders, name: string): string {
  // Headers of another realm or library are no instance of Headers.
  const value =
    typeof headers.get === "function"
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (value) return [value].flat().join(" ");
  throw new WebhookVerificationError(
    "headers",
    `The header ${name} is missing. Deliveries have it: look for proxies that remove it.`,
  );
}

function requireRecent(timestamp: string): void {
  const age = Date.now() / 1000 - Number(timestamp);
  if (Math.abs(age) <= TOLERANCE_SECONDS) return;
  throw new WebhookVerificationError(
    "time",
    `The delivery was signed more than five minutes ago or ahead (${timestamp}). Set the clock of this machine, and verify a delivery when it arrives.`,
  );
}

function parseDelivery<Record>(bytes: Bytes): WebhookDelivery<Record> {
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof body.data.webhookId === "string") return body;
  } catch {}
  throw new WebhookVerificationError("body", "The signature is valid, but the body is not a delivery of this API.");
}

function bytesOf(body: unknown): Bytes {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError("The body must be text or bytes as they were received. Take it before any parser of JSON.");
}

function fromBase64(text: string | undefined): Bytes | null {
  try {
    return text ? Uint8Array.from(atob(text), (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
