/** The health check of a container asks where the service listens: at any address of its own, where it is told one. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

it.each([
  ["0.0.0.0", "127.0.0.1"],
  ["127.0.0.2", "127.0.0.2"],
])("HOST=%s is asked at %s", async (HOST, address) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.url));
    response.end();
  });
  server.listen(0, address);
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, HOST, PORT: String(port) };
    await run(process.execPath, ["--import", "tsx", "server/healthy.ts"], { env });
    expect(asked).toEqual(["/api/health/live"]);
  } finally {
    server.close();
  }
});
