/**
 * Bytes on a socket, for requests that no HTTP library would send. Gives back the status lines that came, in order;
 * an empty list where the server closed the connection without a word.
 */
import { connect } from "node:net";

export type RawAnswer = { statuses: number[]; text: string };

const QUIET_MS = 1_500;

/** Resolves when the server closes the connection, or `expected` answers are complete, or nothing comes any more. */
export function sendBytes(origin: string, bytes: string | Buffer, expected = 1): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = "";
    const finish = () => {
      socket.destroy();
      resolve({ statuses: statusesOf(text), text });
    };
    socket.setTimeout(QUIET_MS, finish);
    socket.on("connect", () => socket.write(bytes));
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (completeAnswers(text) >= expected) finish();
    });
    socket.on("close", finish);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNRESET" || error.code === "EPIPE") return finish();
      reject(error);
    });
  });
}

/** One answer's headers and body as `Answer` holds them; for a single raw request. */
export function partsOf(raw: RawAnswer): { headers: Record<string, string>; body: string } {
  const [head = "", body = ""] = raw.text.split("\r\n\r\n", 2);
  const lines = head.split("\r\n").slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { headers, body };
}

function statusesOf(text: string): number[] {
  return [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map((match) => Number(match[1]));
}

/** Counts answers whose announced body has arrived whole. */
function completeAnswers(text: string): number {
  let rest = text;
  let count = 0;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    if (end === -1) return count;
    const length = Number(/content-length: *(\d+)/i.exec(rest.slice(0, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(length) || rest.length < end + 4 + length) return count;
    rest = rest.slice(end + 4 + length);
    count += 1;
  }
}
