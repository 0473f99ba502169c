/** The beginning of a stream of events: so much of it as a clause needs, and then it is closed. */
import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type Block, blockOf } from "../support/event-stream";

/** `blocks` of a stream, `text` of a refusal. */
export type Events = { status: number; headers: IncomingHttpHeaders; blocks: Block[]; text: string };

const WAIT_MS = 20_000;

/** Until `isEnough`, or the end of the stream. Rejects after 20 seconds without either. */
export function readEvents(
  url: string,
  headers: Record<string, string>,
  isEnough: (blocks: Block[]) => boolean,
): Promise<Events> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent: false, headers: { accept: "text/event-stream", ...headers } });
    const timer = setTimeout(() => outgoing.destroy(new Error(`no event came from ${url}`)), WAIT_MS);
    outgoing.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.on("response", (incoming) => {
      const read: Events = { status: incoming.statusCode ?? 0, headers: incoming.headers, blocks: [], text: "" };
      const isStream = read.status === 200;
      incoming.setEncoding("utf8").on("data", (piece: string) => {
        read.text += piece;
        if (!isStream) return;
        const parts = read.text.split("\n\n");
        read.text = parts.pop() ?? "";
        read.blocks.push(...parts.map(blockOf));
        if (isEnough(read.blocks)) incoming.destroy();
      });
      incoming.on("error", () => {});
      incoming.on("close", () => {
        clearTimeout(timer);
        resolve(read);
      });
    });
    outgoing.end();
  });
}
