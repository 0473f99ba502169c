/** What the pages and forms about a member send, and what comes of it. */
import type { Addition } from "@/lib/members/manage";
import { textOf } from "@/lib/session/action";
import type { Said } from "./actions";

export function readMember(form: FormData): { memberId: string } {
  return { memberId: textOf(form, "member") };
}

/** Of an action that is confirmed first: why it was not done, or what was. */
export function concludeSaid(outcome: Said): string | Said {
  return outcome.failed ? outcome.said : outcome;
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
