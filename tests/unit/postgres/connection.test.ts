/** How a connection to PostgreSQL is opened. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Connection, connectionSettings } from "@/lib/postgres/connection";
import { openTestDatabase } from "../configuration/database";

openTestDatabase();

const SOCKETS = "/proc/net/tcp";
const TICKS_PER_SECOND = 100;
/** As the kernel's list names the timer that asks an idle connection for a sign of life. */
const KEEPALIVE = "02";

it.runIf(existsSync(SOCKETS))("sends a keepalive each minute, so that nothing in between drops it", async () => {
  const connection = new Connection(connectionSettings());
  await connection.connect();
  try {
    await connection.send({ text: "SELECT", values: [] });
    const { localPort = 0 } = connection.connection.stream as unknown as { localPort?: number };
    const port = localPort.toString(16).toUpperCase().padStart(4, "0");
    const timer = () => new RegExp(`:${port} \\S+ 01 \\S+ (\\w\\w):(\\w+)`).exec(readFileSync(SOCKETS, "utf8")) ?? [];
    await expect.poll(() => timer()[1]).toBe(KEEPALIVE);
    const seconds = Number.parseInt(timer()[2] ?? "", 16) / TICKS_PER_SECOND;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
  } finally {
    await connection.end();
  }
});
