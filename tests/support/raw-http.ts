/**
 * Bytes on a socket, for requests that no HTTP library would send. Returns the status lines received, in order;
 * an empty list where the server closed the connection without a word.
 */
import { connect } from "node:net";

export type RawAnswer = { statuses: number[]; text: string };

const QUIET_MS = 1_500;

/** Resolves when the server closes the connection, or `expected` answers are complete, or nothing more arrives. */
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

/** In the order of arrival; an answer's announced body is skipped, so that nothing in it counts. */
function statusesOf(text: string): number[] {
  const statuses: number[] = [];
  let rest = text;
  while (rest !== "") {
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(rest)?.[1];
    if (status === undefined) return statuses;
    statuses.push(Number(status));
    rest = afterAnswer(rest) ?? "";
  }
  return statuses;
}

/** Counts answers whose announced body has arrived whole. */
function completeAnswers(text: string): number {
  let count = 0;
  for (let rest = afterAnswer(text); rest !== null; rest = afterAnswer(rest)) count += 1;
  return count;
}

/** The bytes after the first answer; null until that is complete. */
function afterAnswer(text: string): string | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  if (/^transfer-encoding: *chunked/im.test(head)) {
    const last = /(^|\r\n)0\r\n\r\n/.exec(body);
    return last === null ? null : body.slice(last.index + last[0].length);
  }
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
  return Number.isNaN(length) || body.length < length ? null : body.slice(length);
}
