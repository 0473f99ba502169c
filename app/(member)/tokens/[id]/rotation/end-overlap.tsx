"use client";
/** Stops the old secret of a rotation before its time. */
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { endOverlapAction } from "../actions";
import { type Stopped, StoppedDialog } from "../revoke/stopped-dialog";

/** `calls`: how much the old secret is still used. */
type EndOverlapProps = { tokenId: string; hint: string; calls: string; email: string };

export function EndOverlap({ tokenId, hint, calls, email }: EndOverlapProps) {
  const router = useRouter();
  const identity = useIdentity(email);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);

  const end = async () => {
    setIsBusy(true);
    setError(null);
    const answer = await endOverlapAction(tokenId).catch(() => null);
    setIsBusy(false);
    if (answer === null) return setError("No answer came back. Try again: ending it twice does no harm.");
    if ("refused" in answer) return setError(identity.ask(answer, end));
    if (answer.kind !== "ended") return setError("The overlap has ended already. Load the page again.");
    setIsAsking(false);
    setStopped({ tokenId, at: answer.stopped });
  };
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>End overlap now</Button>
      <ConfirmDialog
        open={isAsking}
        title="End the overlap now?"
        confirmLabel="End overlap"
        busy={isBusy}
        error={error}
        onConfirm={end}
        onCancel={() => {
          setIsAsking(false);
          setError(null);
        }}
      >
        <p>
          The old secret <code className="[overflow-wrap:anywhere]">{hint}</code> stops with the next call. This cannot
          be undone.
        </p>
        <p>{calls}</p>
      </ConfirmDialog>
      <StoppedDialog
        stopped={stopped}
        onClose={() => {
          setStopped(null);
          router.refresh();
        }}
      />
      {identity.dialog}
    </>
  );
}
