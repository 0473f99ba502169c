/**
 * What Next and other libraries print goes into the log as lines like ours. For servers in production: at a terminal, where
 * somebody develops, it is read as it is. Sentences for whoever starts the service go to standard error past all this.
 */
import { format, stripVTControlCharacters } from "node:util";
import { describeFault, log } from "../lib/process/log";

const LEVELS = { log: "info", info: "info", debug: "debug", warn: "warn", error: "error", trace: "debug" } as const;

/** Longer texts are stacks of stacks. */
const MAX_LENGTH = 8_000;

export function logConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.assign(console, {
      [method]: (...printed: unknown[]) => write(level, format(...printed.map(withoutFields))),
    });
  }
  // Node's own listener prints them as text.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => write("warn", `${warning.name}: ${warning.message}`));
}

/** Of an error's fields only the number by which the page that failed names it: those of the database can hold values. */
function withoutFields(printed: unknown): unknown {
  if (!(printed instanceof Error)) return printed;
  const digest = "digest" in printed ? ` { digest: '${printed.digest}' }` : "";
  return `${describeFault(printed)}${digest}`;
}

function write(level: (typeof LEVELS)[keyof typeof LEVELS], text: string): void {
  const plain = stripVTControlCharacters(text).trim();
  if (plain !== "") log()[level]({ printed: plain.slice(0, MAX_LENGTH) }, "printed by a library");
}
