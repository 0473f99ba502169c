"use server";
import { revalidatePath } from "next/cache";
import { markAsRead } from "@/lib/notices/list";
import { form, publicAction, textOf } from "@/lib/session/action";
import { findVisitor } from "@/lib/session/visitor";
import { moment } from "../tokens/action-input";

/** `notice`: one notice; without it, all up to `until`. Notices of other members never change, whatever is sent. */
export const markNoticesRead = publicAction(
  form,
  async ([sent]): Promise<void> => {
    const visitor = await findVisitor();
    const until = moment.safeParse(textOf(sent, "until"));
    if (visitor.kind !== "signed-in" || !until.success) return;
    const noticeId = textOf(sent, "notice") || null;
    await markAsRead(visitor.signedIn.member, { noticeId, until: new Date(until.data) });
    // The frame shows their number.
    revalidatePath("/", "layout");
  },
  undefined,
);
