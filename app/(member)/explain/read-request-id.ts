/** Reads the text that was pasted into the explanation's field. Also for the browser. */

type Pasted = { kind: "nothing" } | { kind: "token" } | { kind: "request id"; requestId: string };

export const IS_TOKEN =
  "That is a token, not a request id. It was not looked up: keep tokens out of forms and addresses.";

/** Extracts the id from a header line or an error's body. */
export function readRequestId(input: string): Pasted {
  const text = input.trim();
  if (text === "") return { kind: "nothing" };
  // A secret must not be sent, stored or put into an address, not even by mistake.
  if (/service_v\d+_[0-9A-Za-z]/i.test(text)) return { kind: "token" };
  const inBody = /"requestId"\s*:\s*"([^"]+)"/.exec(text)?.[1];
  const inHeader = /^x-request-id\s*:\s*(.+)$/im.exec(text)?.[1];
  return { kind: "request id", requestId: (inBody ?? inHeader ?? text).trim() };
}
