"use client";
/** Requests a rotation, and keeps its outcome. The new secret is in this state and nowhere else. */
import { useState } from "react";
import { type MemberAction, useMemberAction } from "@/components/session/use-member-action";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { NO_CONNECTION } from "@/lib/session/sign-in-messages";
import type { PageMember } from "@/lib/session/visitor";
import type { OverlapSeconds } from "@/lib/tokens/policy";
import { type Rotated, rotateAction } from "./actions";

type RotationRequest = { tokenId: string; overlapSeconds: OverlapSeconds; expires: Date | null | undefined };

type Rotation = Pick<MemberAction, "message" | "busy" | "dialog"> & {
  /** null until the token is rotated, and after `forget`. */
  rotated: Extract<Rotated, { kind: "rotated" }> | null;
  rotate: () => void;
  forget: () => void;
};

export function useRotation(page: PageMember, { expires, ...request }: RotationRequest): Rotation {
  const [rotated, setRotated] = useState<Rotation["rotated"]>(null);
  const { run, message, tell, busy, dialog } = useMemberAction(page, { noAnswer: noAnswer(request) });
  const sent = { ...request, expires: expires instanceof Date ? expires.toISOString() : expires };

  const rotate = () =>
    run(
      async () => {
        // Loaded before the secret is created, because it cannot be shown a second time.
        const isLoaded = await SecretOnce.load().catch(() => null);
        return isLoaded === null ? { kind: "not sent" as const } : rotateAction(page, sent);
      },
      (outcome) => {
        if ("problems" in outcome) return tell(outcome.problems.map(({ message }) => `Expiry: ${message}.`).join(" "));
        if (outcome.kind === "rotated") return setRotated(outcome);
        tell(WHY_NOT[outcome.kind]);
      },
    );
  return { rotated, rotate, forget: () => setRotated(null), message, busy, dialog };
}

const WHY_NOT = {
  "not sent": NO_CONNECTION,
  "rotated before": "This token has been rotated already. Load the page again to see what was created in its place.",
  "not active": "This token no longer works, so it cannot be rotated. Create a new one.",
  unknown: "This token no longer exists. Go back to the list.",
};

function noAnswer({ overlapSeconds }: Pick<RotationRequest, "overlapSeconds">): string {
  const stopped = overlapSeconds === 0 ? "If it was rotated, the old secret has stopped already. " : "";
  return `The token may have been rotated: there was no response. ${stopped}Reload this page. If it offers the rotation again, nothing has changed. If it names a new token, rotate that one to get a secret.`;
}
