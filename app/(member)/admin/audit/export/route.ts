/** The log as a file, with the filter of the page. It authorizes by itself, as a page does. */
import { recordExport, toCsv } from "@/lib/audit/list";
import { parametersOf, readAddress } from "@/lib/session/page-address";
import { actorOf, requireAdministrator } from "@/lib/session/visitor";
import { download } from "../../../download";
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
  const name = `audit-log-${organization.key}-${day}.csv`;
  return download(name, "text/csv; charset=utf-8", toCsv(toFilter(state, organization.id)));
}
