/** Sends the member for whom a form was rendered along with the form. */
import { PAGE_MEMBER_FIELD } from "@/lib/session/form-state";
import type { PageMember } from "@/lib/session/visitor";

export function PageField({ page: { memberId, email, organizationName } }: { page: PageMember }) {
  return <input type="hidden" name={PAGE_MEMBER_FIELD} value={JSON.stringify({ memberId, email, organizationName })} />;
}
