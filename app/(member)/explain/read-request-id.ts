/** What somebody pasted to have it explained. Pure, for the browser too. */

type Pasted = { kind: "nothing" } | { kind: "token" } | { kind: "request id"; requestId: string };

/** What is said of one that is a token. */
export const IS_TOKEN =
  "That is a token, not a request id. It was not looked up: keep tokens out of forms and addresses.";

/** Takes the id out of a header line or of an error's body, where that was pasted. */
export function readRequestId(input: string): Pasted {
  const text = input.trim();
  if (text === "") return { kind: "nothing" };
  // A secret is not to be sent, kept or put into an address, not even by mistake.
  if (/service_v\d+_[0-9A-Za-z]/i.test(text)) return { kind: "token" };
  const inBody = /"requestId"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  const inHeader = /^x-request-id\s*:\s*(.+)$/im.exec(text)?.[1];
  return { kind: "request id", requestId: (inBody ?? inHeader ?? text).trim() };
}
