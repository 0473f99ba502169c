import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ConfirmPage } from "@/components/confirm/confirm-page";
import { openToken, type TokenParams } from "../../open-token";
import { loadPair } from "../load-pair";
import { overlapEndOf } from "./overlap-end";

export const metadata: Metadata = { title: "End overlap" };

export default async function EndOverlapPage({ params }: TokenParams) {
  const { detail, now, page } = await openToken(params);
  const { id, name } = detail.token;
  const href = `/tokens/${id}`;
  const pair = await loadPair(detail);
  if (pair === null) redirect(href);
  return <ConfirmPage {...overlapEndOf(pair, now)} page={page} back={{ href, label: name }} />;
}
