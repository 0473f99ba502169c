/**
 * The version of a caller's document, used as its `ETag`: the same version means the same text. It derives from everything that
 * the text is written from, so a client that has the current document gets 304 before it is written again. It reveals none of
 * these inputs: an attacker who guesses an owner's roles cannot test the guess.
 */
import { createHash, createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Caller } from "../../authentication/authenticate";
import { derivedKey } from "../../crypto/derived-key";
import { VERBS } from "../../model";
import { runtime } from "../../process/runtime";
import { RECORD_LEFT_OUT } from "./entity/entity-schemas";
import type { Rows } from "./operation-forms";
import { sampleReader } from "./sample-reader";
import { type Part, tokenDocument } from "./token-document";

/** Characters of base64url, which is 144 bits. */
const LENGTH = 24;

/** `origin` is the origin of the deployment. */
export async function documentVersion(caller: Caller, rows: Rows, origin: string, { entities }: Part): Promise<string> {
  const code = await documentVersionOfCode(rows);
  const parts = JSON.stringify([code, origin, caller.accessKey, entities === null ? null : [...entities].sort()]);
  return createHmac("sha256", derivedKey("document version")).update(parts).digest("base64url").slice(0, LENGTH);
}

const ofCode = runtime.part("code of documents", () => new Map<Rows, Promise<string>>());

/**
 * The version of the code that writes documents: a hash of its output for a sample entity that uses every feature. Called before
 * the first document is requested, it also prepares the parts that all documents share and warms up the code.
 */
export function documentVersionOfCode(rows: Rows): Promise<string> {
  const known = ofCode().get(rows);
  if (known !== undefined) return known;
  const version = sampleText(rows).then((text) => createHash("sha256").update(text).digest("base64url"));
  ofCode().set(rows, version);
  return version;
}

async function sampleText(rows: Rows): Promise<string> {
  const texts = [VERBS, ...VERBS.map((verb) => [verb])].map((verbs) =>
    text(tokenDocument(sampleReader([...verbs]), rows, "https://sample.invalid")),
  );
  return [...(await Promise.all(texts)), RECORD_LEFT_OUT].join();
}
