"use client";
/**
 * The form of a member's action, which works before any script has loaded. What it was refused for is lifted in a dialog, and it is
 * sent again; where there are no scripts, the page says how.
 */
import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { FormAction, FormState } from "@/lib/session/form-action";
import type { PageMember } from "@/lib/session/visitor";
import { useAnsweredForm } from "../session/use-answered-form";
import { isLiftable, RefusalDialog, refusalInWords } from "../session/use-identity";
import { Notice } from "../ui/notice";

const NOTHING_WRONG = { message: null };
const NO_ANSWER = { message: "There was no response. Try again: doing it twice does no harm." };

type FormProps = ReturnType<typeof useAnsweredForm>["form"] & { ref: RefObject<HTMLFormElement | null> };

/** Spread `form` over the `<form>`, with a `PageField` in it; render `dialog` beside it. `message`: why nothing was done. */
export function useActionForm<Done extends object = never>(
  page: PageMember,
  action: FormAction<Done>,
): { state: FormState<Done>; message: string | null; form: FormProps; isPending: boolean; dialog: ReactNode } {
  const ref = useRef<HTMLFormElement>(null);
  const { state, form, isPending } = useAnsweredForm<FormState<Done>>(action, NOTHING_WRONG, () => NO_ANSWER);
  const [putAside, putAsideState] = useState<FormState<Done> | null>(null);
  const refused = state !== putAside && "refused" in state ? state.refused : null;
  const lifted = refused !== null && isLiftable(refused) ? refused : null;
  const onLifted = () => {
    putAsideState(state);
    ref.current?.requestSubmit();
  };
  const dialog = (
    <>
      <RefusalDialog refused={lifted} page={page} onLifted={onLifted} onCancel={() => putAsideState(state)} />
      {lifted !== null && <WithoutScripts />}
    </>
  );
  const reason = refused !== null && !isLiftable(refused) ? refusalInWords(refused, page) : null;
  const message = "message" in state ? state.message : reason;
  return { state, message, form: { ...form, ref }, isPending, dialog };
}

function WithoutScripts() {
  return (
    <noscript>
      <Notice tone="warn" title="Nothing was done">
        Prove first who you are:{" "}
        <a href="/sign-in?again=1" target="_blank" rel="noopener" className="underline">
          sign in again in a new tab
        </a>
        . Then come back, and press the button once more.
      </Notice>
    </noscript>
  );
}
