/** Deletes one record, which a batch cannot. The precondition is a header in the API, and `ifMatch` here. */
import type { JsonObject } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { type Answered, type Asked, ask } from "../ask";
import { Refused } from "../refused";

/** `more` goes with the request. Throws Refused. */
export async function askToDelete(
  within: Within,
  entity: string,
  { id, ifMatch }: JsonObject,
  more: Pick<Asked, "query" | "headers" | "requireRenewed">,
): Promise<Answered> {
  const recordId = typeof id === "string" ? id : "";
  const precondition: Record<string, string> = typeof ifMatch === "string" ? { "if-match": quoted(ifMatch) } : {};
  const headers = { ...more.headers, ...precondition };
  try {
    return await ask(within, { ...more, endpoint: "records.delete", entity, recordId, headers });
  } catch (error) {
    if (!(error instanceof Refused) || !NAMES_HEADER.test(String(error.error.message))) throw error;
    const message = OF_PRECONDITION[String(error.error.code)];
    throw message === undefined ? error : new Refused({ ...error.error, message });
  }
}

/** One tag: a quote within would end it, and begin another one. */
function quoted(version: string): string {
  return version === "*" ? version : `"${version.replaceAll('"', "'")}"`;
}

const NAMES_HEADER = /\bIf-Match\b/;

const OF_PRECONDITION: Record<string, string> = {
  PRECONDITION_REQUIRED: 'Send ifMatch: the versionId that you have read, or "*" for any version.',
  PRECONDITION_FAILED:
    "ifMatch is not the record's current versionId. Read the record again, decide again, and propose the delete with its versionId.",
};
