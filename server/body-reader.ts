/** Takes a request's body off the socket, up to the most that bodies may have. */
import type { IncomingMessage } from "node:http";
import { MAX_BODY_BYTES } from "../lib/limits";

/** null where it is larger: the rest is then let through unread. Rejects where it breaks off. */
export function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isWhole = false;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        chunks.length = 0;
        resolve(null);
      } else chunks.push(chunk);
    });
    request.on("end", () => {
      isWhole = true;
      resolve(Buffer.concat(chunks));
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!isWhole) reject(new Error("The connection closed before the body was whole."));
    });
  });
}
