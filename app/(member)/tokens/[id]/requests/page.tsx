/** The last requests with a token, for all its secrets. */
import type { Metadata } from "next";
import { lastRequests } from "@/lib/call-log/requests";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";
import { openToken, type TokenParams } from "../open-token";
import { TokenFrame } from "../token-frame";
import { RequestsSection } from "./requests-section";

export const metadata: Metadata = { title: "Requests of a token" };

type RequestsPageProps = TokenParams & { searchParams: Promise<Parameters> };

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  const opened = await openToken(params);
  const { id } = opened.detail.token;
  const parameters = await searchParams;
  const shown = parameterOf(parameters, "calls") === "all" ? "all" : "first";
  const addressOf = (calls: typeof shown, open?: string) =>
    toAddress(`/tokens/${id}/requests`, { calls: calls === "all" ? calls : undefined, open });
  return (
    <TokenFrame opened={opened} current="/requests">
      <RequestsSection
        requests={await lastRequests(opened.versions)}
        secrets={opened.versions.length}
        shown={shown}
        open={parameterOf(parameters, "open") || undefined}
        hrefOf={(open) => addressOf(shown, open)}
        allHref={addressOf("all")}
        logHref={`/requests?token=${id}`}
      />
    </TokenFrame>
  );
}
