/** Starts `function-host.mjs`: the service as functions, frozen whenever a response has left. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { freePort } from "./free-port";
import { APP_SECRET } from "./service";

/** Added to each request, as by the host's edge. */
export const AT_THE_EDGE = { from: "127.0.0.1", headers: { "x-vercel-forwarded-for": "203.0.113.7" } };

export type FunctionHost = {
  origin: string;
  output: () => string;
  /** Wakes the function for a request, and waits until it is frozen again. */
  awake: <T>(ask: () => Promise<T>) => Promise<T>;
  kill: () => void;
};

export async function startFunctionHost(
  databaseUrl: string,
  environment: Record<string, string>,
): Promise<FunctionHost> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const host: ChildProcess = fork("tests/support/function-host.mjs", {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      VERCEL: "1",
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: "2",
      APP_SECRET,
      APP_URL: origin,
      PORT: String(port),
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  for (const stream of [host.stdout, host.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk));
  await once(host, "message");
  const isFrozen = () => / T /.test(readFileSync(`/proc/${host.pid}/stat`, "utf8").slice(0, 60));
  return {
    origin,
    output: () => output,
    awake: async (ask) => {
      host.kill("SIGCONT");
      const answer = await ask();
      await expect.poll(isFrozen, { interval: 2, timeout: 15_000 }).toBe(true);
      return answer;
    },
    kill: () => host.kill("SIGKILL"),
  };
}
