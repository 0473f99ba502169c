/**
 * Server actions called by hand, as by somebody who has read the page's requests: the call is taken from a page that may
 * make it, and sent again as another person, with other values.
 */
import type { Page } from "@playwright/test";
import { type Answer, sendTo } from "../../support/http";
import type { Person } from "./people";
import { cookiesOf } from "./session";

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

/** `replace`: texts of the body, and what to replace them with. */
export async function callAction(
  action: CapturedAction,
  { as, replace = [] }: { as: Person; replace?: [was: string, is: string][] },
): Promise<Answer> {
  const origin = process.env.APP_URL ?? "";
  const headers: [string, string][] = [...action.headers, ["origin", origin], ["cookie", await cookiesOf(as)]];
  const replaced = replace.reduce((text, [was, is]) => text.replaceAll(was, is), action.body);
  const body = replaced.replace(PAGE_MEMBER, pageMemberOf(as));
  return sendTo(origin, action.path, { method: "POST", headers, body });
}

/** Sent by pages: a call that does not name its own member is refused for that alone. */
const PAGE_MEMBER = /\{"memberId":"[^"]*","email":"[^"]*","organizationName":"[^"]*"\}/;

function pageMemberOf({ memberId, email, office }: Person): string {
  return JSON.stringify({ memberId, email, organizationName: office.name });
}
