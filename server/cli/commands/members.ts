/** The `members` commands. Members are added and removed in the organization file or on the pages, not here. */
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { COMMAND_LINE } from "../../../lib/events";
import type { Member } from "../../../lib/model";
import { withDatabase } from "../database";
import { CommandFailed } from "../failure";
import { JSON_OPTION, ORGANIZATION } from "../options";
import { requireMember } from "../organization";
import { print, printJson, printNote } from "../print";
import { addHandOverCommand } from "./members-hand-over";

type MemberOptions = { organization: string; member: string; json?: true };

export function addMembersCommands(program: Command): void {
  const members = program.command("members").description("The members of an organisation.");
  const add = (name: string, description: string, action: (options: MemberOptions) => Promise<void>) =>
    members
      .command(name)
      .description(description)
      .requiredOption(...ORGANIZATION)
      .requiredOption("--member <email>", "the member's e-mail address")
      .option(...JSON_OPTION)
      .action(action);
  add("activate", "Lets a member's tokens work again.", (options) => setActive(options, "activated"));
  add("deactivate", "Refuses a member's tokens and sign-in, from the next request on.", (options) =>
    setActive(options, "deactivated"),
  );
  addHandOverCommand(members);
  add(
    "reset-second-factor",
    "Lets a member who has lost their second factor sign in without it, and ends open sessions.",
    resetSecondFactor,
  );
  add(
    "set-password",
    "Sets the password for the pages, read from standard input, and ends open sessions.",
    setPassword,
  );
  add(
    "sign-in-link",
    "Prints a link that signs the member in, once, within 15 minutes, to choose a password.",
    signInLink,
  );
}

async function setActive(options: MemberOptions, outcome: "activated" | "deactivated"): Promise<void> {
  const { setMemberActive } = await import("../../../lib/store/people/members");
  const active = outcome === "activated";
  const changed = await withDatabase(async () => {
    const member = await requireMember(options.organization, options.member);
    return setMemberActive({ member, active }, { actor: COMMAND_LINE });
  });
  if (options.json) return printJson({ member: options.member, active });
  print(changed ? `${options.member} is ${outcome}.` : `${options.member} was ${outcome} before.`);
}

async function setPassword(options: MemberOptions): Promise<void> {
  const { hashNewPassword } = await import("../../../lib/session/password");
  const { isPassword, PASSWORD_RULE } = await import("../../../lib/session/sign-in-messages");
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (!isPassword(password)) throw new CommandFailed(`${PASSWORD_RULE} Give it on standard input.`);
  const credentials = await import("../../../lib/store/people/credentials");
  const email = options.member.toLowerCase();
  await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, email));
    const passwordHash = await hashNewPassword(password);
    const known = await credentials.findCredentials(email);
    if (known !== null) await credentials.vouchFor({ userId: known.userId, email, by: { actor: COMMAND_LINE } });
    await credentials.setPassword({ member, email, passwordHash, actor: COMMAND_LINE });
  });
  if (options.json) return printJson({ member: email, passwordSet: true });
  print(`The password of ${email} is set.`);
}

async function resetSecondFactor(options: MemberOptions): Promise<void> {
  const { resetSecondFactorOf } = await import("../../../lib/store/people/second-factors");
  const outcome = await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, options.member));
    return resetSecondFactorOf(member, "everywhere", { actor: COMMAND_LINE });
  });
  const member = options.member.toLowerCase();
  if (options.json) return printJson({ member, reset: outcome === "reset" });
  print(outcome === "reset" ? `The second factor of ${member} is reset.` : `${member} has no second factor.`);
}

async function signInLink(options: MemberOptions): Promise<void> {
  const { makeSignInLink } = await import("../../../lib/session/sign-in-link");
  const { url, expires } = await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, options.member));
    if (!member.active) throw new CommandFailed(`${member.email} is not active. Activate it first: members activate.`);
    return makeSignInLink(member, { actor: COMMAND_LINE });
  });
  if (options.json) return printJson({ member: options.member.toLowerCase(), url, expiresAt: expires.toISOString() });
  // Standard output is the link alone, so that it can be piped.
  print(url);
  printNote(`It works once, until ${expires.toISOString()}. Give it to ${options.member} and to nobody else.`);
}

async function requirePerson(member: Member): Promise<Member> {
  const { isServiceAccount } = await import("../../../lib/store/people/members");
  if (!(await isServiceAccount(member))) return member;
  throw new CommandFailed(`${member.email} is a service account: it owns tokens and does not sign in.`);
}
