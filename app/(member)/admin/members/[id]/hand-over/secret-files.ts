/** The new secrets as files: lines for the environment of a program, and a table for spreadsheets and password managers. Pure. */
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { BYTE_ORDER_MARK, toLine } from "@/lib/csv";
import type { MovedToken } from "./actions";

/** One variable for each token, named after it, below a comment with its owner. */
export function toEnvironmentFile(owners: readonly OwnersTokens[]): string {
  const taken = new Set<string>();
  const sections = owners.map(({ owner, tokens }) => {
    const lines = tokens.map(({ name, text }) => `# ${inOneLine(name)}\n${variableOf(name, taken)}=${text}\n`);
    return `# Owner: ${inOneLine(owner)}\n\n${lines.join("\n")}`;
  });
  return sections.join("\n");
}

export function toCsvFile(owners: readonly OwnersTokens[]): string {
  const rows = owners.flatMap(({ tokens }) => tokens.map(({ owner, name, hint, text }) => [owner, name, hint, text]));
  return BYTE_ORDER_MARK + [["owner", "name", "hint", "secret"], ...rows].map(toLine).join("");
}

export type OwnersTokens = { owner: string; tokens: MovedToken[] };

/** In the order of each owner's first token. */
export function byOwner(moved: readonly MovedToken[]): OwnersTokens[] {
  const owners = [...new Set(moved.map(({ owner }) => owner))];
  return owners.map((owner) => ({ owner, tokens: moved.filter((token) => token.owner === owner) }));
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
