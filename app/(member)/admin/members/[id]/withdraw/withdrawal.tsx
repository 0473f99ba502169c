/** What is confirmed before an invitation is withdrawn. */
import type { Confirmation } from "@/components/confirm/confirm-form";
import type { Said } from "../../actions";
import { ADMINISTRATION } from "../../administration";
import { withdraw } from "../../member-actions";
import type { ConfirmedMember } from "../open-member";

export function withdrawalOf({ id, name, email }: ConfirmedMember): Confirmation<Said> {
  return {
    title: (
      <>
        Withdraw the invitation of <bdi>{name}</bdi>?
      </>
    ),
    description: email,
    facts: <p>The link stops working, and {name} is removed from the list of members.</p>,
    action: withdraw,
    fields: { member: id },
    texts: ADMINISTRATION,
    confirmLabel: "Withdraw invitation",
  };
}
