/** What was done to a token, including its earlier and later secrets. */
import type { Metadata } from "next";
import { listTokenHistory } from "@/lib/audit/list";
import { ofEachVersion } from "@/lib/tokens/read/versions";
import { newestOf } from "../newest-of";
import { openToken, type TokenParams } from "../open-token";
import { TokenFrame } from "../token-frame";
import { HistorySection } from "./history-section";

export const metadata: Metadata = { title: "History of a token" };

export default async function HistoryPage({ params }: TokenParams) {
  const opened = await openToken(params);
  const entries = newestOf(opened.versions, await ofEachVersion(opened.versions, listTokenHistory));
  return (
    <TokenFrame opened={opened} current="/history">
      <HistorySection
        entries={entries}
        secrets={opened.versions.length}
        replaces={opened.detail.replaces?.token.hint ?? null}
      />
    </TokenFrame>
  );
}
