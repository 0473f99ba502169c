/** What the pages and forms about a member send, and where they lead. */
import { redirect } from "next/navigation";
import type { Addition } from "@/lib/members/manage";
import { textOf } from "@/lib/session/action";
import type { FormState } from "@/lib/session/form-action";
import type { Said } from "./actions";

export function readMember(form: FormData): { memberId: string } {
  return { memberId: textOf(form, "member") };
}

/** Returns why it was not done, or redirects to the page that shows that it was. */
export function toFormState({ said, failed }: Said, href: string): FormState {
  if (failed) return { message: said };
  redirect(href);
}

/** A member as sent by the form. `memberId`: empty for a new member. */
export type SentMember = Addition & { memberId: string };

export function readSentMember(form: FormData): SentMember {
  const textsOf = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  return {
    memberId: textOf(form, "member"),
    kind: textOf(form, "kind") === "service" ? "service" : "person",
    name: textOf(form, "name"),
    email: textOf(form, "email"),
    roleKeys: textsOf("role"),
    admin: form.has("admin"),
    keepers: [
      ...textsOf("keeper"),
      ...textOf(form, "added-keepers")
        .toLowerCase()
        .split(/[\s,;]+/),
    ].filter(Boolean),
  };
}
