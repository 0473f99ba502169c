/**
 * Turns what Next and other libraries print into log lines, for servers in production. A terminal in development shows the output
 * unchanged. Messages for the operator who starts the service go directly to standard error.
 */
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

/**
 * Of an error's fields it keeps only the digest, which identifies the failed page: the fields of database errors can contain
 * values.
 */
function withoutFields(printed: unknown): unknown {
  if (!(printed instanceof Error)) return printed;
  const digest = "digest" in printed ? ` { digest: '${printed.digest}' }` : "";
  return `${describeFault(printed)}${digest}`;
}

function write(level: (typeof LEVELS)[keyof typeof LEVELS], text: string): void {
  const plain = stripVTControlCharacters(text).trim();
  if (plain !== "") log()[level]({ printed: plain.slice(0, MAX_LENGTH) }, "printed by a library");
}
