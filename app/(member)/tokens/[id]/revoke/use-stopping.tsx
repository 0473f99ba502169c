"use client";
/** The course that revoking a token and ending an overlap share: asking first, waiting, and saying when it stopped. */
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
import type { ActionRefusal } from "@/lib/session/action";
import { StoppedDialog } from "./stopped-dialog";

/** `failed`: why nothing was stopped, in words. */
export type StopAnswer = ActionRefusal | { stopped: Date } | { failed: string };

type Course =
  | { step: "idle" }
  | { step: "asking"; busy: boolean; error: string | null }
  | { step: "stopped"; at: Date };

type StoppingOptions = {
  tokenId: string;
  /** Of the member whom the page was made for. */
  email: string;
  stop: () => Promise<StopAnswer>;
};

/** `asking`: what the dialog that asks is given; null while nothing is asked. Render `dialogs` anywhere but in a form. */
export type Stopping = {
  ask: () => void;
  asking: { busy: boolean; error: string | null; onConfirm: () => void; onCancel: () => void } | null;
  dialogs: ReactNode;
};

export function useStopping({ tokenId, email, stop }: StoppingOptions): Stopping {
  const router = useRouter();
  const identity = useIdentity(email);
  const [course, setCourse] = useState<Course>({ step: "idle" });
  const askAgain = (error: string | null) => setCourse({ step: "asking", busy: false, error });

  const confirm = async () => {
    setCourse({ step: "asking", busy: true, error: null });
    const answer = await stop().catch(() => null);
    if (answer === null) return askAgain("No answer came back. Try again: doing it twice does no harm.");
    if ("refused" in answer) return askAgain(identity.ask(answer, confirm));
    if ("failed" in answer) return askAgain(answer.failed);
    setCourse({ step: "stopped", at: answer.stopped });
  };
  const close = () => setCourse({ step: "idle" });
  return {
    ask: () => askAgain(null),
    asking:
      course.step === "asking" ? { busy: course.busy, error: course.error, onConfirm: confirm, onCancel: close } : null,
    dialogs: (
      <>
        <StoppedDialog
          stopped={course.step === "stopped" ? { tokenId, at: course.at } : null}
          onClose={() => {
            close();
            router.refresh();
          }}
        />
        {identity.dialog}
      </>
    ),
  };
}
