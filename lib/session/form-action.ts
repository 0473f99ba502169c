/** Makes a member's action the target of a form: parses the form, and passes the outcome to the page. */
import { RedirectType, redirect } from "next/navigation";
import { type ActionRefusal, type Refused, textOf } from "./action";
import { type FormAction, type FormState, IN_DIALOG_FIELD, isDone, PAGE_MEMBER_FIELD } from "./form-state";
import { currentPath, pageRequest } from "./page-request";
import { type PageMember, pageMember } from "./visitor";

type Reading<Sent, Outcome, Done> = {
  read: (form: FormData) => Sent;
  /** Redirects if the page has nothing more to show. */
  conclude: (outcome: Outcome, sent: Sent) => FormState<NoInfer<Done>>;
};

export function formAction<Sent, Outcome extends object, Done extends object = never>(
  action: (page: PageMember, sent: Sent) => Promise<Outcome | ActionRefusal>,
  { read, conclude }: Reading<Sent, Outcome, Done>,
): FormAction<Done> {
  return async (_former, form) => {
    const page = readPageMember(form);
    if (page === null) return { refused: "out-of-date" };
    const sent = read(form);
    const outcome = await action(page, sent);
    return isRefusal(outcome) ? refusedForm(outcome) : conclude(outcome, sent);
  };
}

type Confirming<Sent, Outcome, Done> = {
  read: (form: FormData) => Sent;
  /** Returns why it was not done, or what was. */
  conclude: (outcome: Outcome) => string | Done;
  /** Where the confirm page leads once it is done. A dialog gets `Done` instead. */
  next: (sent: Sent) => string;
};

/** For an action that is confirmed first, in a dialog or on a page. */
export function confirmedAction<Sent, Outcome extends object, Done extends object>(
  action: (page: PageMember, sent: Sent) => Promise<Outcome | ActionRefusal>,
  { read, conclude, next }: Confirming<Sent, Outcome, Done>,
): FormAction<Done> {
  const act = formAction<Sent, Outcome, Done>(action, {
    read,
    conclude: (outcome) => {
      const concluded = conclude(outcome);
      return typeof concluded === "string" ? { message: concluded } : concluded;
    },
  });
  return async (former, form) => {
    const state = await act(former, form);
    if (isDone(state) && !form.has(IN_DIALOG_FIELD)) redirect(next(read(form)), RedirectType.replace);
    return state;
  };
}

/** Refusals that the page shows itself. The others lead to the sign-in page or to the choice of an organization. */
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

function isRefusal(outcome: object): outcome is ActionRefusal {
  return "refused" in outcome;
}
