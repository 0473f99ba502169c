/** Takes a request's body off the socket. How much of it is kept is not decided here. */
import type { IncomingMessage } from "node:http";
import type { ArrivingBody } from "../../lib/public-api/input/arriving-body";

/** Resolves when the body is whole, or refused: the rest is then let through unread. Rejects where it breaks off. */
export function readBody(request: IncomingMessage, into: ArrivingBody): Promise<void> {
  if (into.isRefused) return Promise.resolve();
  return new Promise((resolve, reject) => {
    let isWhole = false;
    request.on("data", (chunk: Buffer) => {
      into.take(chunk);
      if (into.isRefused) resolve();
    });
    request.on("end", () => {
      isWhole = true;
      resolve();
    });
    request.on("error", reject);
    request.on("close", () => {
      if (!isWhole) reject(new Error("The connection closed before the body was whole."));
    });
  });
}
