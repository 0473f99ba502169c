import type { Confirmation } from "@/components/confirm/confirm-form";
import { withNames } from "@/components/ui/text/with-names";
import { resetSecondFactor, type Said, withdraw } from "../actions";
import { ADMINISTRATION } from "../administration";
import type { ConfirmedMember } from "./open-member";

export function withdrawalOf({ id, name, email }: ConfirmedMember): Confirmation<Said> {
  return {
    title: withNames`Withdraw the invitation of ${name}?`,
    description: email,
    facts: <p>The link stops working, and {name} is removed from the list of members.</p>,
    action: withdraw,
    fields: { member: id },
    texts: ADMINISTRATION,
    confirmLabel: "Withdraw invitation",
  };
}

export function resetOf({ id, name, email }: ConfirmedMember): Confirmation<Said> {
  return {
    title: withNames`Reset the second factor of ${name}?`,
    description: email,
    facts: (
      <p>
        Make sure that the request comes from {name}. Until they set up a new one, their password alone is enough to
        sign in. They are signed out and notified.
      </p>
    ),
    action: resetSecondFactor,
    fields: { member: id },
    texts: ADMINISTRATION,
    confirmLabel: "Reset second factor",
  };
}
