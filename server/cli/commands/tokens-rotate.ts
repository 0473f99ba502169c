/** `tokens rotate`: replaces a token by one with a new secret for the same purpose. */
import type { Command } from "commander";
import type { Rotated } from "../../../lib/tokens/change/rotate";
import { withDatabase } from "../database";
import { CommandFailed } from "../failure";
import { AS, actorOf, JSON_OPTION, parseExpiry, parseOverlap } from "../options";
import { print, printJson, printNote } from "../print";
import { describeExpiry, noSuchToken } from "../token-words";

export function addRotateCommand(tokens: Command): void {
  tokens
    .command("rotate")
    .description("Replaces a token by a new one, and prints it once. The old one keeps working during the overlap.")
    .argument("<id>", "the old token's id, as tokens list shows it")
    .option("--overlap <time>", "now, 1h, 24h or 7d; never beyond the old one's own expiry", "24h")
    .option("--expires <when>", "as for create. Default: as the old one")
    .option(...AS)
    .option(...JSON_OPTION)
    .action(rotate);
}

async function rotate(
  id: string,
  options: { overlap: string; expires?: string; as?: string; json?: true },
): Promise<void> {
  const { rotateToken } = await import("../../../lib/tokens/change/rotate");
  const now = new Date();
  const expires = options.expires === undefined ? undefined : parseExpiry(options.expires, now);
  const overlapSeconds = parseOverlap(options.overlap);
  const rotation = { tokenId: id, visibility: null, overlapSeconds, expires };
  const outcome = await withDatabase(() => rotateToken(rotation, { ...actorOf(options), now }));
  if (outcome.kind !== "rotated") throw new CommandFailed(whyNotRotated(id, outcome));
  const { created, previous } = outcome;
  const expiresAt = created.expires?.toISOString() ?? null;
  const worksUntil = previous.worksUntil.toISOString();
  if (options.json) {
    const replaced = { id: previous.id, hint: previous.hint, worksUntil };
    return printJson({ id: created.id, token: created.text, hint: created.hint, expiresAt, replaced });
  }
  print(created.text);
  const end = overlapSeconds === 0 ? "is revoked" : `works until ${worksUntil}`;
  printNote(
    `This is the only time the token is shown. Its id is ${created.id}; it ${describeExpiry(expiresAt)}. ${id} ${end}.`,
  );
}

function whyNotRotated(id: string, outcome: Exclude<Rotated, { kind: "rotated" }>): string {
  switch (outcome.kind) {
    case "unknown":
      return noSuchToken(id);
    case "not active":
      return `${id} is revoked or expired, or its owner is inactive: make a new token instead.`;
    case "rotated before":
      return `${id} was rotated before. Rotate the token in its place: ${outcome.successorId}.`;
    default:
      return outcome satisfies never;
  }
}
