/** The delete of one record, which no batch has. Its precondition is a header there, and `ifMatch` here. */
import type { JsonObject } from "../../model";
import type { Within } from "../../public-api/handle-within";
import { type Answered, type Asked, ask } from "../ask";
import { Refused } from "../refused";

/** `more` is of the request. Throws Refused. */
export async function askToDelete(
  within: Within,
  entity: string,
  { id, ifMatch }: JsonObject,
  more: Pick<Asked, "query" | "headers">,
): Promise<Answered> {
  const recordId = typeof id === "string" ? id : "";
  const precondition: Record<string, string> = typeof ifMatch === "string" ? { "if-match": quoted(ifMatch) } : {};
  const headers = { ...more.headers, ...precondition };
  try {
    return await ask(within, { ...more, endpoint: "records.delete", entity, recordId, headers });
  } catch (error) {
    const message = error instanceof Refused ? OF_PRECONDITION[String(error.error.code)] : undefined;
    throw error instanceof Refused && message !== undefined ? new Refused({ ...error.error, message }) : error;
  }
}

function quoted(version: string): string {
  return version === "*" ? version : `"${version}"`;
}

const OF_PRECONDITION: Record<string, string> = {
  PRECONDITION_REQUIRED: 'Send ifMatch: the versionId that you have read, or "*" for any version.',
  PRECONDITION_FAILED:
    "ifMatch is not the record's current versionId. Read the record again, decide again, and propose the delete with its versionId.",
};
