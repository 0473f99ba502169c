/**
 * The version of a caller's document, which is its `ETag`: the same version, the same text. It follows from all that the text
 * is written from, so that whoever has the document already is told so without its being written. It tells nothing of what
 * that is: who guesses the roles of an owner cannot test the guess.
 */
import { createHash, createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import type { Caller } from "../../authentication/authenticate";
import { derivedKey } from "../../crypto/derived-key";
import { VERBS } from "../../model";
import { runtime } from "../../process/runtime";
import type { Rows } from "./operation-forms";
import { sampleReader } from "./sample-reader";
import { tokenDocument } from "./token-document";

/** 144 bits. */
const LENGTH = 24;

/** `origin`: where the deployment is. */
export async function documentVersion({ accessKey }: Caller, rows: Rows, origin: string): Promise<string> {
  const parts = JSON.stringify([await documentVersionOfCode(rows), origin, accessKey]);
  return createHmac("sha256", derivedKey("document version")).update(parts).digest("base64url").slice(0, LENGTH);
}

const ofCode = runtime.part("code of documents", () => new Map<Rows, Promise<string>>());

/**
 * Of the code that writes documents: of what it makes of an entity that has everything. Asked before anybody wants a document, it
 * spares the first one what all have in common, and code that runs for the first time.
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
  return (await Promise.all(texts)).join();
}
