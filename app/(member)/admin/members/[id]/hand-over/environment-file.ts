import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import type { MovedToken } from "./actions";

/** One variable for each token, named after it, below a comment with their owner. */
export function toEnvironmentFile(owner: string, tokens: readonly MovedToken[]): string {
  const taken = new Set<string>();
  const lines = tokens.map(({ name, text }) => `# ${inOneLine(name)}\n${variableOf(name, taken)}=${text}\n`);
  return `# Owner: ${inOneLine(owner)}\n\n${lines.join("\n")}`;
}

/** Names are free text, and several tokens can share one. */
function variableOf(name: string, taken: Set<string>): string {
  const letters = name.normalize("NFKD").replace(/\p{M}/gu, "").toUpperCase();
  const words = letters.replace(/[^A-Z0-9]+/g, "_").replace(/^_|_$/g, "");
  const base = words === "" ? ENVIRONMENT_VARIABLE : `${ENVIRONMENT_VARIABLE}_${words}`;
  let variable = base;
  for (let count = 2; taken.has(variable); count += 1) variable = `${base}_${count}`;
  taken.add(variable);
  return variable;
}

/** A line break in a name would start a line of its own. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}
