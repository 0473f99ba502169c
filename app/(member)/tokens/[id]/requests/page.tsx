import Link from "next/link";
import { z } from "zod";
import { EmptyLine } from "@/components/ui/empty";
import { lastRequests } from "@/lib/call-log/requests";
import { LOGGED_DAYS } from "@/lib/limits";
import { addressOf, type ListAddress, readAddress, TEXT } from "@/lib/session/page-address";
import { REQUEST_LOG } from "../../../requests/requests-address";
import { RequestsTable } from "../../../requests/requests-table";
import { openToken } from "../open-token";
import { TokenFrame } from "../token-frame";

const lastRequestsOf = (tokenId: string) =>
  ({
    path: `/tokens/${tokenId}/requests`,
    view: { calls: ["calls", z.literal("all")] },
    place: { open: ["open", TEXT] },
  }) satisfies ListAddress;

const SHOWN_AT_FIRST = 10;

export const metadata = { title: "Requests of a token" };

export default async function RequestsPage({ params, searchParams }: PageProps<"/tokens/[id]/requests">) {
  const opened = await openToken(params);
  const { detail, versions } = opened;
  const list = lastRequestsOf(detail.token.id);
  const { calls, open } = readAddress(list, await searchParams);
  const requests = await lastRequests(versions);
  const shown = calls === "all" ? requests : requests.slice(0, SHOWN_AT_FIRST);
  return (
    <TokenFrame opened={opened} current="/requests">
      <section aria-labelledby="requests">
        <h2 id="requests" className="font-semibold text-base">
          Last requests
        </h2>
        <p className="mb-3 text-quiet text-sm">
          The newest of the last {LOGGED_DAYS} days{versions.length > 1 && ", with any of the secrets"}. Bodies, query
          strings and record ids are never stored.
        </p>
        {requests.length === 0 ? (
          <EmptyLine>No requests yet.</EmptyLine>
        ) : (
          <RequestsTable
            requests={shown}
            who={versions.length > 1 ? "secret" : "nothing"}
            open={open}
            hrefOf={(id) => addressOf(list, { calls, open: id })}
          />
        )}
        <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {shown.length < requests.length && (
            <Link
              href={addressOf(list, { calls: "all" })}
              scroll={false}
              className="inline-block min-h-6 text-accent hover:underline"
            >
              Show all {requests.length}
            </Link>
          )}
          <Link
            href={addressOf(REQUEST_LOG, { tokenId: detail.token.id })}
            className="inline-block min-h-6 text-accent hover:underline"
          >
            Open in the request log
          </Link>
        </p>
      </section>
    </TokenFrame>
  );
}
