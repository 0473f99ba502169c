/** The last requests with a token, for all its secrets. */
import type { Metadata } from "next";
import { z } from "zod";
import { lastRequests } from "@/lib/call-log/requests";
import { addressOf, type ListAddress, type Parameters, readAddress, TEXT } from "@/lib/session/page-address";
import { REQUEST_LOG } from "../../../requests/requests-address";
import { openToken, type TokenParams } from "../open-token";
import { TokenFrame } from "../token-frame";
import { RequestsSection } from "./requests-section";

const lastRequestsOf = (tokenId: string) =>
  ({
    path: `/tokens/${tokenId}/requests`,
    view: { calls: ["calls", z.literal("all")] },
    place: { open: ["open", TEXT] },
  }) satisfies ListAddress;

export const metadata: Metadata = { title: "Requests of a token" };

type RequestsPageProps = TokenParams & { searchParams: Promise<Parameters> };

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  const opened = await openToken(params);
  const { id } = opened.detail.token;
  const list = lastRequestsOf(id);
  const { calls, open } = readAddress(list, await searchParams);
  return (
    <TokenFrame opened={opened} current="/requests">
      <RequestsSection
        requests={await lastRequests(opened.versions)}
        secrets={opened.versions.length}
        shown={calls ?? "first"}
        open={open}
        hrefOf={(open) => addressOf(list, { calls, open })}
        allHref={addressOf(list, { calls: "all" })}
        logHref={addressOf(REQUEST_LOG, { tokenId: id })}
      />
    </TokenFrame>
  );
}
