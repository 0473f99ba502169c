/** `members activate | deactivate | set-password`. Members come and go with the organisation's file. */
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { CommandFailed } from "./failure";
import { print, printJson } from "./print";

type MemberOptions = { organization: string; member: string; json?: true };

const MIN_PASSWORD_LENGTH = 12;
/** What Better Auth accepts at sign-in. */
const MAX_PASSWORD_LENGTH = 128;

export function addMembersCommands(program: Command): void {
  const members = program.command("members").description("The members of an organisation.");
  const add = (name: string, description: string, action: (options: MemberOptions) => Promise<void>) =>
    members
      .command(name)
      .description(description)
      .requiredOption("--organization <key>", "the organisation's key")
      .requiredOption("--member <email>", "the member's e-mail address")
      .option("--json", "print JSON, for scripts")
      .action(action);
  add("activate", "Lets a member's tokens work again.", (options) => setActive(options, "activated"));
  add("deactivate", "Refuses a member's tokens and sign-in, from the next request on.", (options) =>
    setActive(options, "deactivated"),
  );
  add(
    "set-password",
    "Sets the password for the pages, read from standard input, and ends open sessions.",
    setPassword,
  );
}

async function setActive(options: MemberOptions, outcome: "activated" | "deactivated"): Promise<void> {
  const { COMMAND_LINE } = await import("../lib/store/audit");
  const { setMemberActive } = await import("../lib/store/members");
  const { requireMember } = await import("./organization");
  const { withDatabase } = await import("./database");
  const active = outcome === "activated";
  const changed = await withDatabase(async () => {
    const member = await requireMember(options.organization, options.member);
    return setMemberActive({ member, active }, { actor: COMMAND_LINE });
  });
  if (options.json) return printJson({ member: options.member, active });
  print(changed ? `${options.member} is ${outcome}.` : `${options.member} was ${outcome} before.`);
}

async function setPassword(options: MemberOptions): Promise<void> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new CommandFailed(
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters. Give it on standard input.`,
    );
  }
  const { hashPassword } = await import("better-auth/crypto");
  const { COMMAND_LINE } = await import("../lib/store/audit");
  const credentials = await import("../lib/store/credentials");
  const { requireMember } = await import("./organization");
  const { withDatabase } = await import("./database");
  const email = options.member.toLowerCase();
  await withDatabase(async () => {
    const member = await requireMember(options.organization, email);
    const passwordHash = await hashPassword(password);
    await credentials.setPassword({ member, email, passwordHash, actor: COMMAND_LINE });
  });
  if (options.json) return printJson({ member: email, passwordSet: true });
  print(`The password of ${email} is set.`);
}
