"use client";
/** In the row of a token: the checkbox that selects it, and the menu entry that revokes it alone. */
import { ConfirmTrigger } from "@/components/confirm/confirm-button";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import type { ChosenToken } from "./chosen-tokens";
import { useIsChosen, useSelection } from "./selection";

export function SelectToken({ token }: { token: ChosenToken }) {
  const { chosen, onChange } = useSelection();
  const isChosen = useIsChosen(token.id);
  return (
    <CheckboxBox
      aria-label={`Select ${token.name} of ${token.ownerName}`}
      checked={isChosen}
      onChange={(event) => {
        if (event.target.checked) chosen.choose([token]);
        else chosen.leaveOut([token.id]);
        onChange();
      }}
    />
  );
}

export function RevokeItem({ token }: { token: ChosenToken }) {
  const { confirmRevocation } = useSelection();
  const open = (form: HTMLFormElement) => {
    form.closest<HTMLElement>("[popover]")?.hidePopover();
    confirmRevocation([token]);
  };
  return (
    <ConfirmTrigger action={`/tokens/${token.id}/revoke`} onOpen={open}>
      <button type="submit" className="menu-item">
        Revoke …
      </button>
    </ConfirmTrigger>
  );
}
