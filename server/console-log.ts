/** Turns what libraries print in production into log lines. Messages for the starting operator go to standard error instead. */
import { format, stripVTControlCharacters } from "node:util";
import { describeFault, log } from "../lib/process/log";

const LEVELS = { log: "info", info: "info", debug: "debug", warn: "warn", error: "error", trace: "debug" } as const;

/** Longer texts are nested stack traces. */
const MAX_LENGTH = 8_000;

export function logConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.assign(console, {
      [method]: (...printed: unknown[]) => write(level, format(...printed.map(withoutFields))),
    });
  }
  // Node's own listener would print warnings as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warn", `${warning.name}: ${warning.message}`));
}

/** Drops an error's fields except the digest, which identifies the failed page: those of database errors can contain values. */
function withoutFields(printed: unknown): unknown {
  if (!(printed instanceof Error)) return printed;
  const digest = "digest" in printed ? ` { digest: '${printed.digest}' }` : "";
  return `${describeFault(printed)}${digest}`;
}

function write(level: (typeof LEVELS)[keyof typeof LEVELS], text: string): void {
  const plain = stripVTControlCharacters(text).trim();
  if (plain !== "") log()[level]({ printed: plain.slice(0, MAX_LENGTH) }, "printed by a library");
}
