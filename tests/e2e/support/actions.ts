/**
 * Server actions called by hand, as by somebody who has read the page's requests: the call is taken from a page that may
 * make it, and sent again as another person, with other values, from another origin.
 */
import type { Page } from "@playwright/test";
import { type Answer, sendTo } from "../../support/http";
import type { Person } from "./people";
import { sessionOf } from "./session";

export type CapturedAction = { path: string; headers: [string, string][]; body: string };

/** The first action that the page calls while `act` runs. It is carried out, too. */
export async function captureAction(page: Page, act: () => Promise<void>): Promise<CapturedAction> {
  const called = page.waitForRequest((request) => request.headers()["next-action"] !== undefined);
  await act();
  const request = await called;
  const { pathname, search } = new URL(request.url());
  const given = Object.entries(request.headers());
  const headers = given.filter(([name]) => /^(accept|content-type|next-action|next-router-state-tree)$/.test(name));
  return { path: pathname + search, headers, body: request.postData() ?? "" };
}

export type ActionCall = {
  /** null: nobody. */
  as: Person | null;
  /** Replaces the page's own; null: none. */
  origin?: string | null;
  /** Whose page the call claims to come from: the caller's own, unless another is given. */
  page?: Person;
  /** Texts of the body, and what to replace them with. */
  replace?: [was: string, is: string][];
};

export async function callAction(
  action: CapturedAction,
  { as, page = as ?? undefined, origin, replace = [] }: ActionCall,
): Promise<Answer> {
  const own = process.env.APP_URL ?? "";
  const headers = [...action.headers];
  const from = origin === undefined ? own : origin;
  if (from !== null) headers.push(["origin", from]);
  if (as !== null) headers.push(["cookie", await cookiesOf(as)]);
  const replaced = replace.reduce((text, [was, is]) => text.replaceAll(was, is), action.body);
  const body = page === undefined ? replaced : replaced.replace(PAGE_MEMBER, pageMemberOf(page));
  return sendTo(own, action.path, { method: "POST", headers, body });
}

/** Sent by pages: a call that does not name its own member is refused for that alone. */
const PAGE_MEMBER = /\{"memberId":"[^"]*","email":"[^"]*","organizationName":"[^"]*"\}/;

function pageMemberOf({ memberId, email, office }: Person): string {
  return JSON.stringify({ memberId, email, organizationName: office.name });
}

async function cookiesOf(person: Person): Promise<string> {
  const { cookies } = await sessionOf(person);
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}
