/**
 * A stand-in for Upstash's REST interface, in front of a real Redis: one command per POST, or several to `/pipeline`.
 * Answers in base64 where the client asks for it, as the real one does.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Redis } from "ioredis";

export type UpstashDouble = { url: string; token: string; stop(): Promise<void> };

type Reply = { result: unknown } | { error: string };

export async function startUpstash(redisUrl: string): Promise<UpstashDouble> {
  const token = "token-of-the-double";
  const run = commandRunner(new Redis(redisUrl));
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: "WRONGPASS invalid token" });
    const body = JSON.parse(await text(request));
    const encode = encoder(request);
    if (request.url === "/pipeline") return send(200, (await Promise.all(body.map(run.call))).map(encode));
    const reply = await run.call(body);
    return send("error" in reply ? 400 : 200, encode(reply));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    run.close();
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token, stop };
}

/** Upstash's own script flag means nothing to Redis: the line is removed, and the script has two hashes. */
function commandRunner(client: Redis) {
  const hashes = new Map<string, string>();
  const translate = (name: string, script: string): string => {
    if (name === "evalsha") return hashes.get(script) ?? script;
    const body = script.replace(/^#!lua[^\n]*\n/, "");
    hashes.set(sha1(script), sha1(body));
    return body;
  };
  return {
    async call([name = "", script = "", ...rest]: string[]): Promise<Reply> {
      try {
        return { result: await client.call(name, translate(name, script), ...rest.map(String)) };
      } catch (error) {
        return { error: (error as Error).message };
      }
    },
    close: () => client.disconnect(),
  };
}

function encoder(request: IncomingMessage) {
  const base64 = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(base64);
    return typeof value === "string" ? Buffer.from(value).toString("base64") : value;
  };
  if (request.headers["upstash-encoding"] !== "base64") return (reply: Reply) => reply;
  return (reply: Reply) => ("result" in reply ? { result: base64(reply.result) } : reply);
}

function sha1(value: string): string {
  return createHash("sha1").update(value).digest("hex");
}
