/** Asks the service's own pipeline, within this process. */
import { handleRequest } from "../../lib/public-api/handle-request";
import { DAY, type Request } from "./requests";

/** The response's body. Throws an Error if it is not a success. `turn`: makes each change a new one. */
export async function ask({ method, path, body }: Request, token: string, turn = 0): Promise<string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "if-match": "*",
  };
  const response = await handleRequest({
    method,
    target: `/api/v1${path}`,
    header: (name) => headers[name] ?? null,
    address: "127.0.0.1",
    signal: () => new AbortController().signal,
    malformed: null,
    readBody: async (into) => into.take(Buffer.from(JSON.stringify(body ?? {}).replace(DAY, String(10 + (turn % 19))))),
  });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body}`);
  return Array.isArray(response.body) ? response.body.join("") : String(response.body);
}
