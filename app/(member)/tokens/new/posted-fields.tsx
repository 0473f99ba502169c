/** Hidden fields for a form of a new token that the browser submits itself, and a note about missing scripts. */
import { PageField } from "@/components/session/page-field";
import { Notice } from "@/components/ui/notice";
import type { PageMember } from "@/lib/session/visitor";
import type { Preset } from "./draft";

type PostedFieldsProps = {
  page: PageMember;
  formId: string;
  /** The initial preset of the form. */
  begun: Preset;
  accountId?: string | undefined;
};

export function PostedFields({ page, formId, begun, accountId }: PostedFieldsProps) {
  return (
    <>
      <PageField page={page} />
      <input type="hidden" name="form" value={formId} />
      <input type="hidden" name="begun" value={begun} />
      {accountId !== undefined && <input type="hidden" name="account" value={accountId} />}
    </>
  );
}

export function NeedsScripts() {
  return (
    <noscript>
      <Notice tone="warn">
        This copy has restrictions, which need JavaScript. Without it, begin with a new token instead.
      </Notice>
    </noscript>
  );
}
