/** Ctrl-C in `npm run demo` ends all that it started, at any moment of its first run, and says how to go on. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { signalDuring, until } from "../../support/signaled-start";

const IN_SERVICE = "Ctrl-C stops everything";

describe.concurrent("a signal to a first demo", { timeout: 600_000 }, () => {
  it.each([
    ["Configuring", 0, "SIGINT", "group"],
    ["The API answers", 0, "SIGINT", "group"],
    ["The API answers", 300, "SIGTERM", "process"],
    ["The API answers", 600, "SIGINT", "group"],
    [IN_SERVICE, 0, "SIGINT", "group"],
  ] as const)("at '%s' and %i ms: %s to its %s", async (line, milliseconds, signal, to) => {
    const { output, ...outcome } = await signalDuring({
      command: [process.execPath, "scripts/demo/main.mjs"],
      environment: { DATABASE_URL: "", APP_URL: "", LOG_LEVEL: "" },
      databaseUrl: inject("databaseUrl"),
      moment: async (host) => {
        await until(host, () => host.output().includes(line));
        await pause(milliseconds);
      },
      signals: [signal],
      to,
    });
    // How far a start has come after some milliseconds depends on the machine.
    const isInService = output.includes(IN_SERVICE);
    expect(outcome, output).toEqual({ code: isInService ? 0 : 130, signal: null, left: [], inTime: true });
    if (!isInService) expect(output).toContain("Stopped. Another npm run demo goes on from here.");
    expect(output.match(/^(\s+at |.*"level":"error").*/gm), output).toBe(null);
  });
});
