/** The confirm page for stopping the old secret of a rotation early. */
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { AskedForm } from "@/components/asking/asked-form";
import { AskingPage } from "@/components/asking/asking-page";
import { endOverlapByForm } from "../../actions";
import { openToken, type TokenParams } from "../../open-token";
import { loadPair } from "../load-pair";
import { requestsInWords } from "../pair";
import { WhatEnds } from "./what-ends";

export const metadata: Metadata = { title: "End overlap" };

export default async function EndOverlapPage({ params }: TokenParams) {
  const { detail, now, page } = await openToken(params);
  const { id, name } = detail.token;
  const href = `/tokens/${id}`;
  const pair = await loadPair(detail);
  if (pair === null) redirect(href);
  const old = pair.old.token;
  return (
    <AskingPage title="End the overlap now?" back={{ href, label: name }}>
      <WhatEnds hint={old.hint} calls={requestsInWords(pair.byOld, now)} />
      <AskedForm page={page} action={endOverlapByForm} confirmLabel="End overlap" cancelHref={href}>
        <input type="hidden" name="token" value={old.id} />
      </AskedForm>
    </AskingPage>
  );
}
