/** Reads a stream of server-sent events (HTML standard). Needs nothing but web streams. */

/** A block of the stream. `data` is empty where it only says how to continue: `id` the place, `retry` the pause in milliseconds. */
export type ServerEvent = { event: string; data: string; id?: string; retry?: number };

/** `alive` is called for whatever arrives, comments too. Ends with the stream; throws if it breaks off. */
export async function* readEvents(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let block: ServerEvent | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      alive();
      rest += decoder.decode(value, { stream: true });
      // The second half of a line break may still arrive.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line !== "") block = withLine(block, line);
        else {
          if (block !== null) yield { ...block, data: block.data.slice(0, -1) };
          block = null;
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Each line of `data` ends with a line break, of which the last one does not count. */
function withLine(before: ServerEvent | null, line: string): ServerEvent | null {
  const colon = line.indexOf(":");
  if (colon === 0) return before;
  const name = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
  const block = before ?? { event: "message", data: "" };
  if (name === "data") block.data += `${value}\n`;
  else if (name === "event") block.event = value;
  else if (name === "id" && !value.includes("\0")) block.id = value;
  else if (name === "retry" && /^\d+$/.test(value)) block.retry = Number(value);
  return block;
}
