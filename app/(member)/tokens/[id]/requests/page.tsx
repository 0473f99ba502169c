/** The last requests with a token, of all its secrets. */
import type { Metadata } from "next";
import { lastCalls } from "@/lib/call-log/usage";
import { ofEachVersion } from "@/lib/tokens/read/versions";
import { newestOf } from "../newest-of";
import { openToken, type TokenParams } from "../open-token";
import { TokenFrame } from "../token-frame";
import { RequestsSection } from "./requests-section";

export const metadata: Metadata = { title: "Requests of a token" };

type RequestsPageProps = TokenParams & { searchParams: Promise<{ calls?: string | string[] }> };

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  const opened = await openToken(params);
  const { id } = opened.detail.token;
  const { calls: shown } = await searchParams;
  const calls = newestOf(opened.versions, await ofEachVersion(opened.versions, (version) => lastCalls(version)));
  return (
    <TokenFrame opened={opened} current="/requests">
      <RequestsSection
        calls={calls}
        secrets={opened.versions.length}
        shown={shown === "all" ? "all" : "first"}
        allHref={`/tokens/${id}/requests?calls=all`}
        logHref={`/requests?token=${id}`}
      />
    </TokenFrame>
  );
}
