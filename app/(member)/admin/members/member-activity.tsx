import { ActLink } from "@/components/confirm/act-link";
import { ActForm } from "@/components/session/act-form";
import type { PageMember } from "@/lib/session/visitor";
import type { MemberDetail } from "@/lib/store/people/managed-members";
import { activate } from "./actions";
import { ADMINISTRATION } from "./administration";

type MemberActivityProps = {
  member: Pick<MemberDetail, "id" | "name" | "email" | "active">;
  disabledReason: string | null;
  size?: "normal" | "small";
  page: PageMember;
};

/** Aligns the button's text with that of the row, as far as a narrow cell has room. */
const IN_LINE = "-ml-2.5 @table:-my-1.5 @table:-mr-2 @table:ml-0";

export function MemberActivity({ member, disabledReason, size = "small", page }: MemberActivityProps) {
  const { id, name, email, active } = member;
  const isInList = size === "small";
  const button = { size, look: isInList ? "quiet" : "secondary", className: isInList ? IN_LINE : "" } as const;
  if (active && disabledReason !== null) return <DisabledReason text={disabledReason} size={size} />;
  return (
    <div data-act className="@table:text-right">
      {active && (
        <ActLink {...button} href={`/admin/members/${id}/deactivate`} aria-label={`Deactivate ${name}, ${email}`}>
          Deactivate
        </ActLink>
      )}
      <ActForm
        {...button}
        page={page}
        action={activate}
        fields={{ member: id }}
        texts={ADMINISTRATION}
        isOffered={!active}
        aria-label={`Activate ${name}, ${email}`}
      >
        Activate
      </ActForm>
    </div>
  );
}

/** In a list it is the viewer's own row: for sighted viewers, the missing button says enough. */
function DisabledReason({ text, size }: { text: string; size: "normal" | "small" }) {
  if (size === "normal") return <p className="text-quiet text-sm">{text}</p>;
  return (
    <>
      <p className="sr-only">{text}</p>
      <p aria-hidden className="text-quiet text-xs @table:hidden">
        {text}
      </p>
    </>
  );
}
