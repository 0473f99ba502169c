/** Builds server actions that check arguments, origin, session and member again. A hand-made call is refused, never an error. */
import { z } from "zod";
import { isOwnOrigin } from "../http/origin";
import { pageRequest } from "./page-request";
import { findVisitor, type PageMember, pageMember, type SignedIn, type Visitor } from "./visitor";

/**
 * `out-of-date`: the arguments do not match this version's page. `membership-ended`: the same person, but no longer an active
 * member of the page's organization. `second-factor`: the organization requires one, and the person has none yet.
 */
export type Refused =
  | "out-of-date"
  | "signed-out"
  | "confirm-identity"
  | "another-person"
  | "another-organization"
  | "membership-ended"
  | "second-factor"
  | "forbidden";

export type ActionRefusal = { refused: Refused };

/** The maximum age of the proof of identity for changes that outlast the session. */
const FRESH_SECONDS = 15 * 60;

/** The arguments of a form's action, and of one called by `useActionState`. */
export const form = z.tuple([z.instanceof(FormData)]);
export const formWithState = z.tuple([z.unknown(), z.instanceof(FormData)]);

type Work<Schema extends z.ZodType, Outcome> = (input: z.output<Schema>, signedIn: SignedIn) => Promise<Outcome>;
type MemberAction<Schema extends z.ZodType, Outcome> = (
  page: PageMember,
  sent: z.input<Schema>,
) => Promise<Outcome | ActionRefusal>;

/** For the member for whom the page was rendered. */
export const memberAction = actionFor(findMember);

/** For actions that create or change a secret: also refuses if the proof of identity is too old. */
export const freshMemberAction = actionFor(async (page) => requireFresh(await findMember(page)));

export const administratorAction = actionFor(findAdministrator);

/** For administrators who create secrets or change permissions. */
export const freshAdministratorAction = actionFor(async (page) => requireFresh(await findAdministrator(page)));

/** For setting up a second factor: also open to members who cannot do anything else until they have one. */
export const enrolmentAction = actionFor(findFreshEnroller);

/** For everyone, signed in or not. `schema` covers all arguments. `refused` is the outcome if they do not match it. */
export function publicAction<Schema extends z.ZodType<unknown[], unknown[]>, Outcome>(
  schema: Schema,
  work: (sent: z.output<Schema>) => Promise<Outcome>,
  refused: Outcome,
): (...sent: z.input<Schema>) => Promise<Outcome> {
  return async (...sent) => {
    const parsed = schema.safeParse(sent);
    return parsed.success && (await isFromOwnPage()) ? work(parsed.data) : refused;
  };
}

/** The signed-in person, if the page was rendered for them. */
export async function findMember(page: PageMember): Promise<SignedIn | ActionRefusal> {
  const visitor = await findVisitor();
  return visitor.kind === "signed-out" ? { refused: "signed-out" } : requireSameMember(visitor, page);
}

async function findFreshEnroller(page: PageMember): Promise<SignedIn | ActionRefusal> {
  const visitor = await findVisitor();
  const mustEnrol = visitor.kind === "must-enrol" && visitor.signedIn.member.id === page.memberId;
  return requireFresh(mustEnrol ? visitor.signedIn : await findMember(page));
}

function requireFresh(signedIn: SignedIn | ActionRefusal): SignedIn | ActionRefusal {
  if ("refused" in signedIn) return signedIn;
  const ageSeconds = (Date.now() - signedIn.signedInAt.getTime()) / 1000;
  return ageSeconds > FRESH_SECONDS ? { refused: "confirm-identity" } : signedIn;
}

export async function findAdministrator(page: PageMember): Promise<SignedIn | ActionRefusal> {
  const signedIn = await findMember(page);
  if ("refused" in signedIn) return signedIn;
  return signedIn.member.admin ? signedIn : { refused: "forbidden" };
}

export type Find = (page: PageMember) => Promise<SignedIn | ActionRefusal>;

function actionFor(find: Find) {
  return <Schema extends z.ZodType, Outcome>(
    schema: Schema,
    work: Work<Schema, Outcome>,
  ): MemberAction<Schema, Outcome> =>
    async (sentPage, sent) => {
      const page = pageMember.safeParse(sentPage);
      const input = schema.safeParse(sent);
      if (!page.success || !input.success) return { refused: "out-of-date" };
      if (!(await isFromOwnPage())) return { refused: "forbidden" };
      const signedIn = await find(page.data);
      return "refused" in signedIn ? signedIn : work(input.data, signedIn);
    };
}

async function isFromOwnPage(): Promise<boolean> {
  return isOwnOrigin((await pageRequest()).headers);
}

type Present = Exclude<Visitor, { kind: "signed-out" }>;

function requireSameMember(visitor: Present, { memberId, email }: PageMember): SignedIn | ActionRefusal {
  const signedIn = visitor.kind === "signed-in" ? visitor.signedIn : null;
  if (signedIn?.member.id === memberId) return signedIn;
  if (visitor.kind === "must-enrol" && visitor.signedIn.member.id === memberId) return { refused: "second-factor" };
  if (visitor.email.toLowerCase() !== email.toLowerCase()) return { refused: "another-person" };
  const isStillMember = visitor.memberships.some((each) => each.memberId === memberId);
  return { refused: isStillMember ? "another-organization" : "membership-ended" };
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
