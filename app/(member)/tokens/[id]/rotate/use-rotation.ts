"use client";
/** Asks for a rotation and knows what came of it. The new secret is kept in this state and nowhere else. */
import { useRef, useState } from "react";
import type { NewSecret } from "@/components/tokens/secret-once";
import type { OverlapSeconds } from "@/lib/tokens/rotation-times";
import { type RotateAnswer, rotateAction } from "./actions";

export type RotationRequest = { tokenId: string; overlapSeconds: OverlapSeconds; expires: Date | null | undefined };

export type Rotation =
  | { kind: "editing" }
  | { kind: "sending" }
  | { kind: "failed"; message: string }
  | { kind: "rotated"; secret: Omit<NewSecret, "name">; worksUntil: Date };

type Refusal = Extract<RotateAnswer, { refused: unknown }>;

/** `onRefusal` answers what to tell the person, or null where it tells them itself. */
export function useRotation(onRefusal: (refusal: Refusal, again: () => void) => string | null) {
  const [rotation, setRotation] = useState<Rotation>({ kind: "editing" });
  // State comes too late for the second half of a double click.
  const isSending = useRef(false);

  const rotate = async ({ expires, ...request }: RotationRequest): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setRotation({ kind: "sending" });
    const sent = { ...request, expires: expires instanceof Date ? expires.toISOString() : expires };
    const answer = await rotateAction(sent).catch(() => null);
    isSending.current = false;
    if (answer === null) return setRotation({ kind: "failed", message: NO_ANSWER });
    if ("refused" in answer) {
      const message = onRefusal(answer, () => rotate({ ...request, expires }));
      return setRotation(message === null ? { kind: "editing" } : { kind: "failed", message });
    }
    setRotation(toRotation(answer));
  };
  return { rotation, rotate, forget: () => setRotation({ kind: "editing" }) };
}

const NO_ANSWER =
  "No answer came back. Load the page again: it says whether the token was rotated. A secret that did not arrive is replaced by rotating once more.";

function toRotation(answer: Exclude<RotateAnswer, Refusal>): Rotation {
  if ("problems" in answer) {
    return { kind: "failed", message: answer.problems.map(({ message }) => `Expiry: ${message}.`).join(" ") };
  }
  switch (answer.kind) {
    case "rotated":
      return { kind: "rotated", secret: answer.secret, worksUntil: answer.worksUntil };
    case "rotated before":
      return { kind: "failed", message: "This token has been rotated already. Load the page again to see by what." };
    case "not active":
      return { kind: "failed", message: "This token does not work any more, so it cannot be rotated. Make a new one." };
    case "unknown":
      return { kind: "failed", message: "There is no such token any more. Go back to the list." };
    default:
      return answer satisfies never;
  }
}
