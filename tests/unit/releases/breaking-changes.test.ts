/** What the gate of releases notices: each row is a change of today's documents, and the break that it is, or null. */
import { expect, it } from "vitest";
import { breakingChanges } from "../../support/breaking-changes";
import { releaseDocuments } from "../../support/release-documents";

// biome-ignore lint/suspicious/noExplicitAny: each row changes another part of the document.
type Json = any;

const { "openapi.json": general, "token-openapi.json": token } = (await releaseDocuments()) as Record<string, Json>;

it("finds nothing where nothing changed", () => {
  for (const document of [general, token]) expect(breakingChanges(document, structuredClone(document))).toEqual([]);
});
