"use client";
/** In the row of a token: the checkbox that selects it, and the menu entry that revokes it alone. */
import { AskForm } from "@/components/asking/ask-form";
import { CheckboxBox } from "@/components/ui/controls/checkbox";
import type { ChosenToken } from "./chosen-tokens";
import { REVOKE_FORM, useIsChosen, useSelection } from "./selection";

export function SelectToken({ token }: { token: ChosenToken }) {
  const { chosen, onChange } = useSelection();
  const isChosen = useIsChosen(token.id);
  return (
    <CheckboxBox
      name="token"
      value={token.id}
      form={REVOKE_FORM}
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
  const ask = (form: HTMLFormElement) => {
    form.closest<HTMLElement>("[popover]")?.hidePopover();
    askToRevoke([token]);
  };
  return (
    <AskForm action={`/tokens/${token.id}/revoke`} onAsk={ask}>
      <button type="submit" className="menu-item">
        Revoke …
      </button>
    </AskForm>
  );
}
