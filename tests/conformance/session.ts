/** One deployment and one token: asks, and holds every answer to the rules that all answers keep. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Block } from "../support/event-stream";
import { type Answer, type Call, headerList, parseJson } from "../support/http";
import type { Page, RecordView } from "../support/organization";
import { expectAnswerRules, type Stage } from "../support/response-rules";
import { Inapplicable } from "./clause";
import { type Events, readEvents } from "./events";

export type Permissions = Record<"list" | "create" | "update" | "delete", boolean>;
export type Entity = { entityKey: string; permissions: Permissions };
export type Field = {
  key: string;
  type: string;
  required: boolean;
  unique: boolean;
  createable: boolean;
  updateable: boolean;
  default: unknown;
  options: { value: string }[];
  reference: string | null;
  min: number | string | null;
  max: number | string | null;
  maxLength: number | null;
};
export type { Page, RecordView };

export type Session = {
  token: string;
  /** The entity that may be written to; null: none. */
  writable: string | null;
  /** With the token unless the call has one of its own, or an Authorization header. */
  ask: (call: Call, stage?: Stage) => Promise<Answer>;
  data: <Data>(call: Call) => Promise<Data>;
  /** The beginning of a stream. */
  events: (path: string, headers: Record<string, string>, isEnough: (blocks: Block[]) => boolean) => Promise<Events>;
  entities: () => Promise<Entity[]>;
  /** Throws Inapplicable. */
  readable: () => Promise<Readable>;
};

/** An entity that can be listed and has records, several if there is one like that, with its first page. */
export type Readable = { entity: Entity; path: string; page: Page; record: RecordView };

/** `url` is the base URL, with or without `/api/v1`. */
export function openSession(url: string, token: string, writable: string | null): Session {
  const base = url.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const ask = async (call: Call, stage: Stage = "after the gate") => {
    const isBare = headerList(call.headers).some(([name]) => name.toLowerCase() === "authorization");
    const sent = isBare ? call : { token, ...call };
    const answer = await exchange(new URL(base), sent);
    expectAnswerRules(answer, sent, stage);
    return answer;
  };
  const data = async <Data>(call: Call) => {
    const answer = await ask(call);
    if (answer.status !== 200)
      throw new Error(`${call.method ?? "GET"} ${call.path} answered ${answer.status} ${answer.text}`);
    return (answer.json as { data: Data }).data;
  };
  const events: Session["events"] = (path, headers, isEnough) =>
    readEvents(`${base}/api/v1${path}`, { authorization: `Bearer ${token}`, ...headers }, isEnough);
  const entities = once(async () => (await data<{ items: Entity[] }>({ path: "/entities" })).items);
  const readable = once(async () => {
    const found: Readable[] = [];
    for (const entity of (await entities()).filter(({ permissions }) => permissions.list)) {
      const path = `/entities/${encodeURIComponent(entity.entityKey)}/records`;
      const page = await data<Page>({ path: `${path}?limit=3` });
      const [record] = page.items;
      if (record !== undefined) found.push({ entity, path, page, record });
      if (page.items.length > 1) break;
    }
    const last = found.at(-1);
    if (last === undefined) throw new Inapplicable("the token can list no entity that has records");
    return last;
  });
  return { token, writable, ask, data, events, entities, readable };
}

function once<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  return () => {
    found ??= find();
    return found;
  };
}

const RESPONSE_TIMEOUT_MS = 30_000;

/** As written: nothing is followed, merged or normalized. */
function exchange(base: URL, call: Call): Promise<Answer> {
  const body = call.json === undefined ? call.body : JSON.stringify(call.json);
  const headers = headerList(call.headers).flat();
  headers.push("host", base.host, "connection", "close");
  if (call.token !== undefined) headers.push("authorization", `Bearer ${call.token}`);
  if (body !== undefined)
    headers.push("content-type", "application/json", "content-length", String(Buffer.byteLength(body)));
  const path = `${base.pathname.replace(/\/$/, "")}/api/v1${call.path}`;
  const request = base.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const options = {
      hostname: base.hostname,
      port: base.port,
      method: call.method ?? "GET",
      path,
      headers,
      timeout: RESPONSE_TIMEOUT_MS,
    };
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          sentBytes: Buffer.byteLength(text),
          json: parseJson(text),
        });
      });
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer to ${call.method ?? "GET"} ${path}`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
