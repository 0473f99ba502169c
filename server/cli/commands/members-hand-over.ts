/** `members hand-over`: gives the integrations of a member who leaves to another member. */
import type { Command } from "commander";
import { COMMAND_LINE } from "../../../lib/events";
import { withDatabase } from "../database";
import { CommandFailed } from "../failure";
import { JSON_OPTION, ORGANIZATION, parseOverlap } from "../options";
import { requireMember } from "../organization";
import { print, printJson, printNote } from "../print";

type HandOverOptions = { organization: string; member: string; to: string; overlap: string; json?: true };

export function addHandOverCommand(members: Command): void {
  members
    .command("hand-over")
    .description(
      "Gives a member's live tokens to another member, with new secrets. The old ones keep working during the overlap.",
    )
    .requiredOption(...ORGANIZATION)
    .requiredOption("--member <email>", "who leaves")
    .requiredOption("--to <email>", "who owns the new tokens, such as a service account")
    .option("--overlap <time>", "now, 1h, 24h or 7d; never beyond a token's own expiry", "7d")
    .option(...JSON_OPTION)
    .action(handOver);
}

async function handOver(options: HandOverOptions): Promise<void> {
  const { handOverTokens } = await import("../../../lib/members/hand-over");
  const overlapSeconds = parseOverlap(options.overlap);
  const handed = await withDatabase(async () => {
    const from = await requireMember(options.organization, options.member);
    const to = await requireMember(options.organization, options.to);
    if (from.id === to.id) throw new CommandFailed("--to: name another member.");
    if (!to.active) throw new CommandFailed(`${to.email} is not active: its tokens would be refused.`);
    return handOverTokens({ from, to, overlapSeconds }, { actor: COMMAND_LINE });
  });
  const refused = handed.filter((each) => each.kind === "refused");
  if (refused.length > 0) process.exitCode = 1;
  if (options.json) {
    return printJson(
      handed.map((each) =>
        each.kind === "refused"
          ? { replaced: each.tokenId, name: each.name, refused: each.reason }
          : {
              replaced: each.tokenId,
              name: each.name,
              id: each.created.id,
              token: each.created.text,
              worksUntil: each.worksUntil.toISOString(),
            },
      ),
    );
  }
  for (const each of handed) {
    if (each.kind === "handed over") print(`${each.name}\t${each.tokenId}\t${each.created.text}`);
    else printNote(`${each.name} (${each.tokenId}) stays with ${options.member}: ${each.reason}`);
  }
  printNote(`This is the only time the tokens are shown. Deactivate ${options.member} once the new ones are in use.`);
}
