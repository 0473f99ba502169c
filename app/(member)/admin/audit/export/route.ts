/** The log as a file, with the filter of the page. It authorizes by itself, as a page does. */
import { recordExport, toCsv } from "@/lib/audit/list";
import { parametersOf, readAddress } from "@/lib/session/page-address";
import { actorOf, requireAdministrator } from "@/lib/session/visitor";
import { AUDIT_EXPORT, toFilter } from "../audit-address";

export async function GET(request: Request): Promise<Response> {
  const signedIn = await requireAdministrator();
  const { organization } = signedIn;
  const state = readAddress(AUDIT_EXPORT, Object.fromEntries(new URL(request.url).searchParams));
  await recordExport(
    { organizationId: organization.id, ...actorOf(signedIn) },
    parametersOf(AUDIT_EXPORT.filters, state),
  );
  const day = new Date().toISOString().slice(0, 10);
  return new Response(toStream(toCsv(toFilter(state, organization.id))), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="audit-log-${organization.key}-${day}.csv"`,
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Streams the log as it is read: a long log is never entirely in memory. */
function toStream(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
}
