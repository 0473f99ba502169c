/** The state shared by a member's form and its action. */
import type { ActionRefusal } from "./action";

/** The member for whom the form was rendered. */
export const PAGE_MEMBER_FIELD = "page-member";

/** Present if the form is in a dialog, whose page stays. */
export const IN_DIALOG_FIELD = "in-dialog";

/** `message` says why the action failed. `Done` is what the page shows if it stays. */
export type FormState<Done = never> = { message: string | null } | ActionRefusal | Done;

export type FormAction<Done = never> = (former: FormState<Done>, form: FormData) => Promise<FormState<Done>>;

export function isDone<Done extends object>(state: FormState<Done>): state is Done {
  return !("message" in state || "refused" in state);
}
