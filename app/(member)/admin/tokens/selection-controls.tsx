"use client";
/** In the row of a token: the box that chooses it, and the entry of its menu that revokes it alone. */
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
  const { askToRevoke } = useSelection();
  return (
    <button
      type="button"
      className="menu-item"
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        askToRevoke([token]);
      }}
    >
      Revoke …
    </button>
  );
}
