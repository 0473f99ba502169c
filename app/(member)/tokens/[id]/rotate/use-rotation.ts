"use client";
/** Asks for a rotation and knows what came of it. The new secret is kept in this state and nowhere else. */
import { useRef, useState } from "react";
import type { NewSecret } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { type RotateResult, rotateAction } from "./actions";

type RotationRequest = { tokenId: string; overlapSeconds: OverlapSeconds; expires: Date | null | undefined };

type Rotation =
  | { kind: "editing" }
  | { kind: "sending" }
  | { kind: "failed"; title: string; message: string }
  /** Carried out or not: only the server knows. */
  | { kind: "no answer"; overlapSeconds: OverlapSeconds }
  | { kind: "rotated"; secret: Omit<NewSecret, "name">; worksUntil: Date };

type Refusal = Extract<RotateResult, { refused: unknown }>;

/** `onRefusal` returns what to tell the person, or null where it tells them itself. */
export function useRotation(page: PageMember, onRefusal: (refusal: Refusal, again: () => void) => string | null) {
  const [rotation, setRotation] = useState<Rotation>({ kind: "editing" });
  // State comes too late for the second half of a double click.
  const isSending = useRef(false);

  const rotate = async ({ expires, ...request }: RotationRequest): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setRotation({ kind: "sending" });
    // Before there is a secret, because nobody could show it a second time.
    if ((await SecretOnce.load().catch(() => null)) === null) {
      isSending.current = false;
      return setRotation(failed(NO_CONNECTION));
    }
    const sent = { ...request, expires: expires instanceof Date ? expires.toISOString() : expires };
    const answer = await rotateAction(page, sent).catch(() => null);
    isSending.current = false;
    if (answer === null) return setRotation({ kind: "no answer", overlapSeconds: request.overlapSeconds });
    if ("refused" in answer) {
      const message = onRefusal(answer, () => rotate({ ...request, expires }));
      return setRotation(message === null ? { kind: "editing" } : failed(message));
    }
    setRotation(toRotation(answer));
  };
  return { rotation, rotate, forget: () => setRotation({ kind: "editing" }) };
}

function toRotation(answer: Exclude<RotateResult, Refusal>): Rotation {
  if ("problems" in answer) {
    return failed(answer.problems.map(({ message }) => `Expiry: ${message}.`).join(" "));
  }
  switch (answer.kind) {
    case "rotated":
      return { kind: "rotated", secret: answer.secret, worksUntil: answer.worksUntil };
    case "rotated before":
      return {
        kind: "failed",
        title: "This token has been rotated already",
        message: "Load the page again to see what was created in its place.",
      };
    case "not active":
      return failed("This token no longer works, so it cannot be rotated. Create a new one.");
    case "unknown":
      return failed("This token no longer exists. Go back to the list.");
    default:
      return answer satisfies never;
  }
}

function failed(message: string): Rotation {
  return { kind: "failed", title: "The token was not rotated", message };
}
