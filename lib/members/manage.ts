/** Manages members on the pages, if the organization's file allows it: anyone who can give roles can get every role. */
import { loadCurrentConfiguration } from "../configuration/load";
import { emailAddress } from "../configuration/schema";
import type { Actor } from "../events";
import { MAX_OPEN_INVITATIONS } from "../limits";
import type { Configuration, Member, MemberKind } from "../model";
import { makeInvitation, makeMemberLink, type SignInLink } from "../session/sign-in-link";
import {
  addMember,
  changeManagedMember,
  findMemberDetail,
  listActivePersons,
  type MemberDetail,
  withdrawInvitation,
} from "../store/people/managed-members";
import { refusalOfText } from "../tokens/policy";
import { accountAddresses } from "./account-address";
import { LAST_ADMINISTRATOR, type Refused, refused, type Target, UNKNOWN } from "./members";

/** A member as a form describes it. For a service account `admin` is false, for a person `keepers` is empty. */
export type MemberRequest = { name: string; roleKeys: string[]; admin: boolean; keepers: string[] };

export type MemberProblem = { part: "email" | "name" | "roles" | "keepers"; message: string };

type Problems = { kind: "problems"; problems: MemberProblem[] };
const OF_THE_FILE = refused("This member is managed in the configuration file. Change it there.");

/** `email` is for a person; a service account's address is derived from its name. */
export type Addition = MemberRequest & { kind: MemberKind; email: string };

type MemberAdded = { kind: "invited"; link: SignInLink; memberId: string } | { kind: "created"; memberId: string };

export async function addMemberOnPages(
  addition: Addition,
  administrator: Member,
  by: Actor,
): Promise<MemberAdded | Problems | Refused> {
  const { organizationId } = administrator;
  const configuration = await loadCurrentConfiguration(organizationId);
  if (configuration.membersManagedBy !== "pages") {
    return refused("Members are managed in the configuration file. Add them there.");
  }
  const request = normalize(addition, addition.kind);
  const problems = await findProblems(request, configuration);
  if (addition.kind === "service") {
    if (problems.length > 0) return { kind: "problems", problems };
    return { kind: "created", memberId: await addAccount({ ...request, organizationId }, configuration, by) };
  }
  const email = emailAddress.safeParse(addition.email.trim());
  if (!email.success) problems.unshift({ part: "email", message: "Type an e-mail address." });
  if (!email.success || problems.length > 0) return { kind: "problems", problems };
  const member = { ...request, organizationId, email: email.data, kind: addition.kind };
  const added = await addMember(member, MAX_OPEN_INVITATIONS, by);
  if (added === "exists") return { kind: "problems", problems: [{ part: "email", message: ALREADY_MEMBER }] };
  if (added === "too many") return TOO_MANY_INVITATIONS;
  const { memberId } = added;
  const detail = await findMemberDetail(organizationId, memberId);
  if (detail === null) return UNKNOWN;
  return { kind: "invited", memberId, link: await makeInvitation(detail, "noted", by) };
}

/** Uses the first free address. */
async function addAccount(
  account: MemberRequest & { organizationId: string },
  { organizationKey }: Configuration,
  by: Actor,
): Promise<string> {
  for (const email of accountAddresses(account.name, organizationKey)) {
    const added = await addMember({ ...account, email, kind: "service" }, MAX_OPEN_INVITATIONS, by);
    if (typeof added === "object") return added.memberId;
  }
  throw new Error("There is always another address.");
}

const ALREADY_MEMBER = "Somebody with this address is already a member, or is invited.";
const TOO_MANY_INVITATIONS = refused(
  `${MAX_OPEN_INVITATIONS} invitations are open. Withdraw those that nobody needs first.`,
);

export async function changeMemberOnPages(
  { memberId, administrator }: Target,
  request: MemberRequest,
  by: Actor,
): Promise<{ kind: "changed" | "unchanged" } | Problems | Refused> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null) return UNKNOWN;
  if (member.managedBy !== "pages") return OF_THE_FILE;
  const change = normalize(request, member.kind);
  if (member.id === administrator.id && !change.admin) {
    return refused("You cannot take your own administration away: ask another administrator.");
  }
  const problems = await findProblems(change, await loadCurrentConfiguration(member.organizationId), member);
  if (problems.length > 0) return { kind: "problems", problems };
  const changed = await changeManagedMember(member, change, by);
  if (changed === "not managed") return OF_THE_FILE;
  if (changed === "last administrator") return LAST_ADMINISTRATOR;
  return { kind: changed };
}

export async function withdrawMemberInvitation(
  { memberId, administrator }: Target,
  by: Actor,
): Promise<{ kind: "withdrawn" } | Refused> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null || !(await withdrawInvitation(member, by))) return UNKNOWN;
  return { kind: "withdrawn" };
}

/** A new invitation for a member who has not accepted yet, otherwise a sign-in link. */
export async function linkForMember(
  { memberId, administrator }: Target,
  by: Actor,
): Promise<{ kind: "link"; link: SignInLink } | Refused> {
  const member = await findMemberDetail(administrator.organizationId, memberId);
  if (member === null) return UNKNOWN;
  const reason = whyNoLink(member);
  if (reason !== null) return refused(reason);
  const link = member.invited === null ? await makeMemberLink(member, by) : await makeInvitation(member, "again", by);
  return { kind: "link", link };
}

/** null if a link can be created. */
export function whyNoLink({ kind, managedBy, active, invited }: MemberDetail): string | null {
  if (kind === "service") return "A service account does not sign in.";
  if (managedBy !== "pages")
    return "This member is managed in the configuration file: ask the operator of the service for a link.";
  return active || invited !== null ? null : "Activate this member first.";
}

function normalize({ name, roleKeys, admin, keepers }: MemberRequest, kind: MemberKind): MemberRequest {
  const isService = kind === "service";
  return {
    name: name.trim(),
    roleKeys: [...new Set(roleKeys)],
    admin: admin && !isService,
    keepers: isService ? [...new Set(keepers.map((keeper) => keeper.trim().toLowerCase()))] : [],
  };
}

function nameProblems(name: string): MemberProblem[] {
  if (name === "") return [{ part: "name", message: "Type a name." }];
  const message = refusalOfText(name, MAX_NAME_LENGTH);
  return message === null ? [] : [{ part: "name", message: `The name ${message}.` }];
}

/** Equal to the limit in the organization's file. */
const MAX_NAME_LENGTH = 200;

/** `before`: roles and managers that the member already has are accepted even if they can no longer be chosen. */
async function findProblems(
  { name, roleKeys, keepers }: MemberRequest,
  { organizationId, roles }: Configuration,
  before?: MemberDetail,
): Promise<MemberProblem[]> {
  const unknown = roleKeys.filter((key) => !roles.has(key) && !before?.roleKeys.includes(key));
  const addresses = keepers.filter((keeper) => emailAddress.safeParse(keeper).success);
  const persons = await listActivePersons(organizationId, addresses);
  const strangers = keepers.filter((email) => !persons.includes(email) && !before?.keepers.includes(email));
  const problems = nameProblems(name);
  if (unknown.length > 0)
    problems.push({ part: "roles", message: `There is no role ${unknown.join(", ")} any more. Reload the page.` });
  if (strangers.length > 0)
    problems.push({ part: "keepers", message: `No active member has the address ${strangers.join(", ")}.` });
  return problems;
}
