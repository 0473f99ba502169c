import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { LANGUAGE_COOKIE, parseLanguage } from "@/components/code/language";
import { ENVIRONMENT_VARIABLE } from "@/components/tokens/secret-lines";
import { publicOrigin } from "@/lib/http/origin";
import { BASE_PATH } from "@/lib/public-api/base-path";
import { findMemberCaller } from "@/lib/public-api/reference/member-caller";
import { CALLER_PAGES } from "@/lib/public-api/reference/operations";
import { type Parameters, readAddress } from "@/lib/session/page-address";
import { pageMemberOf, requireMember } from "@/lib/session/visitor";
import { listActiveTokens } from "@/lib/tokens/read/list";
import { ownTokens } from "@/lib/tokens/read/visibility";
import { REFERENCE } from "./reference-address";

/** `tokenId` null: all permissions of the member. */
export type Reference = Awaited<ReturnType<typeof loadReference>>;

/** Cached for a request, because the title of a page and the page itself both need it. */
const callerOf = cache(findMemberCaller);

/** A token that is not one of the member's live ones is not found, whether it exists or not. */
export async function loadReference(query: Parameters) {
  const signedIn = await requireMember();
  const { tokenId } = readAddress(REFERENCE, query);
  const caller = await callerOf(signedIn.member, tokenId);
  if (caller === null) notFound();
  return {
    signedIn,
    member: pageMemberOf(signedIn),
    caller,
    tokenId,
    tokens: await listActiveTokens(ownTokens(signedIn.member)),
    language: parseLanguage((await cookies()).get(LANGUAGE_COOKIE)?.value),
    target: { baseUrl: `${publicOrigin()}${BASE_PATH}`, variable: ENVIRONMENT_VARIABLE },
  };
}

export async function titleOf(page: string, query: Parameters): Promise<string> {
  const { member } = await requireMember();
  const caller = await callerOf(member, readAddress(REFERENCE, query).tokenId);
  const title = caller?.access.entity(page)?.entity.pluralLabel ?? CALLER_PAGES.get(page)?.title;
  return title === undefined ? "API reference" : `${title} · API reference`;
}
