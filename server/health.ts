/** Health checks of a Node host: live as long as the process turns, ready as long as it should be sent requests. */
import type { ServerResponse } from "node:http";
import { type HealthReply, liveReply, readyReply } from "../lib/health";

export async function answerHealth(path: string, response: ServerResponse, draining: boolean): Promise<void> {
  const { status, body } = await replyTo(path, draining);
  const text = JSON.stringify(body);
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) }).end(text);
}

async function replyTo(path: string, draining: boolean): Promise<HealthReply> {
  if (path === "/api/health/live") return liveReply();
  if (path !== "/api/health/ready") return { status: 404, body: { status: "unknown" } };
  return draining ? { status: 503, body: { status: "draining" } } : readyReply();
}
