/** What is confirmed before the second factor of a member is reset. */
import type { Confirmation } from "@/components/confirm/confirm-form";
import type { Said } from "../../actions";
import { ADMINISTRATION } from "../../administration";
import { resetSecondFactor } from "../../member-actions";
import type { ConfirmedMember } from "../open-member";

export function resetOf({ id, name, email }: ConfirmedMember): Confirmation<Said> {
  return {
    title: (
      <>
        Reset the second factor of <bdi>{name}</bdi>?
      </>
    ),
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
