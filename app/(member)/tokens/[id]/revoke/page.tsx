import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { hasEnded } from "@/lib/tokens/status";
import { openToken, type TokenParams } from "../open-token";
import { revocationOf } from "./revocation";

export const metadata: Metadata = { title: "Revoke token" };

export default async function RevokePage({ params }: TokenParams) {
  const { detail, now, page } = await openToken(params);
  const { id, name, state } = detail.token;
  const href = `/tokens/${id}`;
  if (hasEnded(state)) redirect(href);
  return <ConfirmPage {...revocationOf(detail, now)} page={page} back={{ href, label: name }} />;
}
