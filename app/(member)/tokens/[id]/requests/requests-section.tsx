/** The last requests with a token, each with its secret if there were several. */
import Link from "next/link";
import { EmptyLine } from "@/components/ui/empty";
import type { LoggedRequest } from "@/lib/call-log/requests";
import { LOGGED_DAYS } from "@/lib/limits";
import { RequestsTable } from "../../../requests/requests-table";

const SHOWN_AT_FIRST = 10;

type RequestsSectionProps = {
  requests: readonly LoggedRequest[];
  /** How many secrets the token has had. */
  secrets: number;
  shown: "first" | "all";
  open: string | undefined;
  /** The address of the page with this request open, or with none. */
  hrefOf: (open: string | undefined) => string;
  allHref: string;
  logHref: string;
};

export function RequestsSection({ requests, secrets, shown, open, hrefOf, allHref, logHref }: RequestsSectionProps) {
  const visible = shown === "all" ? requests : requests.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="requests">
      <h2 id="requests" className="font-semibold text-base">
        Last requests
      </h2>
      <p className="mb-3 text-quiet text-sm">
        The newest of the last {LOGGED_DAYS} days{secrets > 1 && ", with any of the secrets"}. Bodies, query strings and
        record ids are never stored.
      </p>
      {requests.length === 0 ? (
        <EmptyLine>No requests yet.</EmptyLine>
      ) : (
        <RequestsTable requests={visible} who={secrets > 1 ? "secret" : "nothing"} open={open} hrefOf={hrefOf} />
      )}
      <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {visible.length < requests.length && (
          <Link href={allHref} scroll={false} className="inline-block min-h-6 text-accent hover:underline">
            Show all {requests.length}
          </Link>
        )}
        <Link href={logHref} className="inline-block min-h-6 text-accent hover:underline">
          Open in the request log
        </Link>
      </p>
    </section>
  );
}
