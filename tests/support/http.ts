/**
 * The client of the API tests: one request, sent exactly as written (nothing is normalized, merged or followed), and its
 * whole answer. Connections are kept alive. Requests that no HTTP library would send are in `raw-http.ts`.
 */
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { MemberName } from "./organization-file";

export type HeaderList = [name: string, value: string][];

export type Call = {
  /** GET where absent. */
  method?: string | undefined;
  /** Below `/api/v1`, query string included. */
  path: string;
  token?: string | undefined;
  headers?: Record<string, string> | HeaderList | undefined;
  /** Sent as `application/json`. */
  json?: unknown;
  /** Sent as it is, with the content type of `headers` or as `application/json`. */
  body?: string | Buffer | undefined;
  /** The loopback address that the request comes from. */
  from?: string | undefined;
  /** Called when half of the body has been sent, and the other half has not. */
  halfway?: (() => Promise<void>) | undefined;
};

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Decoded if it came compressed. */
  text: string;
  /** The length of the body as received. */
  sentBytes: number;
  /** undefined where there is no body or it is not JSON. */
  json: unknown;
};

/** Who sends it: a member, where a row says so, or a token. */
type Sent = Pick<Call, "token" | "from" | "headers"> & { as?: MemberName | null };

export const post = <Json>(path: string, json: Json, sent: Sent = {}) => ({ method: "POST", path, json, ...sent });

/** Changes the record, whatever its version unless one is given. */
export const patch = (path: string, data: unknown, { headers, ...sent }: Sent = {}, ifMatch = "*") => ({
  method: "PATCH",
  path,
  headers: { "if-match": ifMatch, ...headers },
  json: { data },
  ...sent,
});

const BASE = "/api/v1";
const RESPONSE_TIMEOUT_MS = 20_000;
/** Well below the five seconds after which `next start` closes an idle connection, perhaps under the next request. */
const IDLE_MS = 2_000;
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });

/** `origin` is `http://host:port`. Rejects when no answer comes. */
export function send(origin: string, call: Call): Promise<Answer> {
  return sendTo(origin, `${BASE}${call.path}`, call);
}

/** Like `send`, but takes the whole path, for paths outside `/api/v1`. */
export function sendTo(origin: string, path: string, call: Omit<Call, "path">): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        path,
        method: call.method ?? "GET",
        headers: headersOf(call, hostname, port, body),
        agent: call.from === undefined ? agent : false,
        localAddress: call.from,
        timeout: RESPONSE_TIMEOUT_MS,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status = 0, headers } = incoming;
          const text = decoded(bytes, headers["content-encoding"]).toString("utf8");
          resolve({ status, headers, text, sentBytes: bytes.length, json: parseJson(text) });
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer to ${call.method ?? "GET"} ${path}`)));
    outgoing.on("error", reject);
    if (call.halfway === undefined || body === undefined) {
      outgoing.end(body);
      return;
    }
    const bytes = Buffer.from(body);
    outgoing.write(bytes.subarray(0, bytes.length / 2));
    call.halfway().then(
      () => outgoing.end(bytes.subarray(bytes.length / 2)),
      (error: Error) => outgoing.destroy(error),
    );
  });
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0 || encoding === undefined) return bytes;
  return encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
}

export function headerList(headers: Call["headers"]): HeaderList {
  return Array.isArray(headers) ? headers : Object.entries(headers ?? {});
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A flat list, so that a header may come twice and in the given spelling. */
function headersOf(
  call: Omit<Call, "path">,
  hostname: string,
  port: string,
  body: string | Buffer | undefined,
): string[] {
  const given = headerList(call.headers);
  const has = (name: string) => given.some(([header]) => header.toLowerCase() === name);
  const list = [...given];
  if (!has("host")) list.push(["host", `${hostname}:${port}`]);
  if (call.token !== undefined) list.push(["authorization", `Bearer ${call.token}`]);
  if (body !== undefined && !has("content-type")) list.push(["content-type", "application/json"]);
  const isMeasured = has("content-length") || has("transfer-encoding");
  if (body !== undefined && !isMeasured) list.push(["content-length", String(Buffer.byteLength(body))]);
  return list.flat();
}
