/** Makes a member's action the target of a form: it gets the fields by their names, and the page shows what it returns. */
import { RedirectType, redirect } from "next/navigation";
import { type ActionRefusal, type Refused, textOf } from "./action";
import { type FormAction, type FormState, IN_DIALOG_FIELD, isDone, PAGE_MEMBER_FIELD } from "./form-state";
import { currentPath, pageRequest } from "./page-request";
import { type PageMember, pageMember } from "./visitor";

/** The action checks what was sent, and redirects if the page has nothing more to show. */
type Action<Sent, Done> = (page: PageMember, sent: Sent) => Promise<FormState<Done>>;

/** `read`: for forms in which fields repeat, or stand for something else. */
export function formAction<Sent, Done extends object = never>(
  action: Action<Sent, Done>,
  read: (form: FormData) => Sent = fieldsOf,
): FormAction<Done> {
  return async (_former, form) => {
    const page = readPageMember(form);
    if (page === null) return { refused: "out-of-date" };
    const state = await action(page, read(form));
    return "refused" in state ? refusedForm(state) : state;
  };
}

/** For an action that is confirmed first. `next`: the page to go to once it is done; a dialog gets `Done` instead. */
export function confirmedAction<Sent, Done extends object>(
  action: Action<Sent, Done>,
  next: (sent: Sent) => string,
): FormAction<Done> {
  const act = formAction<Sent, Done>(action);
  return async (former, form) => {
    const state = await act(former, form);
    if (isDone(state) && !form.has(IN_DIALOG_FIELD)) redirect(next(fieldsOf(form)), RedirectType.replace);
    return state;
  };
}

function fieldsOf<Sent>(form: FormData): Sent {
  return Object.fromEntries(form) as Sent;
}

/** Refusals that the page shows itself. The others redirect to the sign-in page or to the choice of an organization. */
const SAID_BY_PAGE: readonly Refused[] = ["confirm-identity", "out-of-date", "forbidden"];

async function refusedForm(refusal: ActionRefusal): Promise<ActionRefusal> {
  if (SAID_BY_PAGE.includes(refusal.refused)) return refusal;
  const isSentByScript = (await pageRequest()).headers.has("next-action");
  if (isSentByScript) return refusal;
  // Load the page again: if it were the response to the form, the browser would send the form on to the page's redirects.
  redirect(await currentPath());
}

/** null if it is not one of our forms: a hand-made call can send anything. */
function readPageMember(form: unknown): PageMember | null {
  if (!(form instanceof FormData)) return null;
  try {
    return pageMember.parse(JSON.parse(textOf(form, PAGE_MEMBER_FIELD)));
  } catch {
    return null;
  }
}
