/** A reader of server-sent events that keeps each block as it came. Its parsing is written for the tests alone. */
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { expect } from "vitest";

/** `data` is parsed; `comment` is a line that starts with a colon. */
export type Block = { id?: string; event?: string; data?: unknown; retry?: string; comment?: string };

export type EventStream = {
  status: number;
  headers: IncomingHttpHeaders;
  blocks: Block[];
  /** The blocks with data. */
  events: () => Block[];
  /** The last id received. */
  lastId: () => string;
  /** True if the response is complete; null while it is under way. */
  end: () => "whole" | "cut" | null;
  /** Resolves to the events once there are that many. */
  untilEvents: (count: number) => Promise<Block[]>;
  untilEnd: () => Promise<"whole" | "cut">;
  /** Stops reading from the connection. */
  pause: () => void;
  resume: () => void;
  close: () => void;
};

type Opening = { path: string; token: string; headers?: Record<string, string>; method?: string };

const TIMEOUT = { timeout: 15_000, interval: 20 };

/** Resolves with the headers, over a connection of its own. */
export function openEvents(origin: string, { path, token, headers, method = "GET" }: Opening): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${origin}/api/v1${path}`, {
      method,
      agent: false,
      headers: { accept: "text/event-stream", authorization: `Bearer ${token}`, ...headers },
    });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => resolve(read(incoming, () => outgoing.destroy())));
    outgoing.end();
  });
}

function read(incoming: IncomingMessage, close: () => void): EventStream {
  const blocks: Block[] = [];
  let text = "";
  let end: "whole" | "cut" | null = null;
  incoming.setEncoding("utf8");
  incoming.on("data", (chunk: string) => {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop() ?? "";
    blocks.push(...parts.map(blockOf));
  });
  incoming.on("error", () => {});
  incoming.on("close", () => {
    end = incoming.complete ? "whole" : "cut";
  });
  const events = () => blocks.filter(({ data }) => data !== undefined);
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    blocks,
    events,
    lastId: () => blocks.findLast(({ id }) => id !== undefined)?.id ?? "",
    end: () => end,
    untilEvents: async (count) => {
      await expect.poll(() => events().length, TIMEOUT).toBeGreaterThanOrEqual(count);
      return events();
    },
    untilEnd: async () => {
      await expect.poll(() => end, TIMEOUT).not.toBeNull();
      return end ?? "cut";
    },
    pause: () => incoming.pause(),
    resume: () => incoming.resume(),
    close,
  };
}

export function blockOf(text: string): Block {
  const block: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    const [, written = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
    const name = written === "" ? "comment" : written;
    if (name in block) throw new Error(`${name} comes twice, although the data is one line: ${text}`);
    block[name] = name === "data" ? JSON.parse(value) : value;
  }
  return block;
}
