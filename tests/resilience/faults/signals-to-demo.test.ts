/** Ctrl-C in `npm run demo` ends all that it started, at any moment of its first run, and says how to go on. */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { signalDuring, until } from "../../support/signaled-start";

const MID_START = { code: 130, text: "Stopped. Another npm run demo goes on from here." };
const IN_SERVICE = { code: 0, text: "Ctrl-C stops everything" };

describe.concurrent("a signal to a first demo", { timeout: 600_000 }, () => {
  it.each([
    ["Configuring", 0, "SIGINT", "group", MID_START],
    ["The API answers", 0, "SIGINT", "group", MID_START],
    ["The API answers", 300, "SIGTERM", "process", MID_START],
    ["The API answers", 600, "SIGINT", "group", MID_START],
    ["Ctrl-C stops everything", 0, "SIGINT", "group", IN_SERVICE],
  ] as const)("at '%s' and %i ms: %s to its %s", async (line, milliseconds, signal, to, { code, text }) => {
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
    expect(outcome, output).toEqual({ code, signal: null, left: [], inTime: true });
    expect(output).toContain(text);
    expect(output.match(/^(\s+at |.*"level":"error").*/gm), output).toBe(null);
  });
});
