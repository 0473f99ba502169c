/** The `members` commands. Members are added and removed in the organization file or on the pages, not here. */
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { COMMAND_LINE } from "../../../lib/events";
import type { HandedOver } from "../../../lib/members/hand-over";
import type { Member } from "../../../lib/model";
import { withDatabase } from "../database";
import { JSON_OPTION, ORGANIZATION, parseOverlap } from "../options";
import { requireMember } from "../organization";
import { print, printJson, printNote, printOutcome } from "../print";

type MemberOptions = { organization: string; member: string; json?: true };
type HandOverOptions = MemberOptions & { to: string; overlap: string };

export function addMembersCommands(program: Command): void {
  const members = program.command("members").description("The members of an organization.");
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
  const line = changed ? `${options.member} is ${outcome}.` : `${options.member} was ${outcome} before.`;
  printOutcome(options, { member: options.member, active }, line);
}

async function handOver(options: HandOverOptions): Promise<void> {
  const { handOverTokens } = await import("../../../lib/members/hand-over");
  const overlapSeconds = parseOverlap(options.overlap);
  const handed = await withDatabase(async () => {
    const from = await requireMember(options.organization, options.member);
    const to = await requireMember(options.organization, options.to);
    if (from.id === to.id) throw new Error("--to: name another member.");
    if (!to.active) throw new Error(`${to.email} is not active: its tokens would be refused.`);
    return handOverTokens({ from, to, overlapSeconds }, { actor: COMMAND_LINE });
  });
  const refused = handed.filter((each) => each.kind === "refused");
  if (refused.length > 0) process.exitCode = 1;
  if (options.json) return printJson(handed.map(toJson));
  for (const each of handed) {
    if (each.kind === "handed over") print(`${each.name}\t${each.tokenId}\t${each.created.text}`);
    else printNote(`${each.name} (${each.tokenId}) stays with ${options.member}: ${each.reason}`);
  }
  printNote(`This is the only time the tokens are shown. Deactivate ${options.member} once the new ones are in use.`);
}

function toJson(handed: HandedOver) {
  const { tokenId: replaced, name } = handed;
  if (handed.kind === "refused") return { replaced, name, refused: handed.reason };
  const { id, text: token } = handed.created;
  return { replaced, name, id, token, worksUntil: handed.worksUntil.toISOString() };
}

async function setPassword(options: MemberOptions): Promise<void> {
  const { hashNewPassword } = await import("../../../lib/session/password");
  const { isPassword, PASSWORD_RULE } = await import("../../../lib/session/sign-in-messages");
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (!isPassword(password)) throw new Error(`${PASSWORD_RULE} Give it on standard input.`);
  const credentials = await import("../../../lib/store/people/credentials");
  const email = options.member.toLowerCase();
  await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, email));
    const passwordHash = await hashNewPassword(password);
    const known = await credentials.findCredentials(email);
    if (known !== null) await credentials.vouchFor({ userId: known.userId, email, by: { actor: COMMAND_LINE } });
    await credentials.setPassword({ member, email, passwordHash, actor: COMMAND_LINE });
  });
  printOutcome(options, { member: email, passwordSet: true }, `The password of ${email} is set.`);
}

async function resetSecondFactor(options: MemberOptions): Promise<void> {
  const { resetSecondFactorOf } = await import("../../../lib/store/people/second-factors");
  const outcome = await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, options.member));
    return resetSecondFactorOf(member, "everywhere", { actor: COMMAND_LINE });
  });
  const member = options.member.toLowerCase();
  const reset = outcome === "reset";
  const line = reset ? `The second factor of ${member} is reset.` : `${member} has no second factor.`;
  printOutcome(options, { member, reset }, line);
}

async function signInLink(options: MemberOptions): Promise<void> {
  const { makeSignInLink } = await import("../../../lib/session/sign-in-link");
  const { url, expires } = await withDatabase(async () => {
    const member = await requirePerson(await requireMember(options.organization, options.member));
    if (!member.active) throw new Error(`${member.email} is not active. Activate it first: members activate.`);
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
  throw new Error(`${member.email} is a service account: it owns tokens and does not sign in.`);
}
