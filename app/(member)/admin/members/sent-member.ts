/** What the pages that ask about a member send, and where they lead. */
import { redirect } from "next/navigation";
import { textOf } from "@/lib/session/action";
import type { FormState } from "@/lib/session/form-action";
import type { Said } from "./actions";

export function readMember(form: FormData): { memberId: string } {
  return { memberId: textOf(form, "member") };
}

/** Why it was not done; else the page on which it is seen that it was. */
export function toFormState({ said, failed }: Said, href: string): FormState {
  if (failed) return { message: said };
  redirect(href);
}
