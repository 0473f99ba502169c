"use client";
/** A confirmation as a dialog over the page that it was opened from. The focus starts on Cancel. */
import { type FormAction, IN_DIALOG_FIELD, isDone } from "@/lib/session/form-state";
import { Button } from "../ui/controls/button";
import { Dialog } from "../ui/dialog/dialog";
import { type Confirmation, ConfirmForm } from "./confirm-form";

type ConfirmDialogProps<Done extends object> = Confirmation<Done> & {
  onCancel: () => void;
  onDone?: ((done: Done) => void) | undefined;
};

export function ConfirmDialog<Done extends object>(props: ConfirmDialogProps<Done>) {
  const { title, description, facts, action, onCancel, onDone, ...form } = props;
  const send: FormAction<Done> = async (former, fields) => {
    if (onDone) fields.set(IN_DIALOG_FIELD, "yes");
    const state = await action(former, fields);
    if (onDone && isDone<Done>(state)) onDone(state);
    return state;
  };
  return (
    <Dialog open size="small" title={title} description={description} onDismiss={onCancel}>
      <ConfirmForm
        {...form}
        action={send}
        cancel={
          <Button data-autofocus onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        {facts}
      </ConfirmForm>
    </Dialog>
  );
}
