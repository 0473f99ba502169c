"use client";
/** Revokes a token, after a dialog that names it and says how much it is used. */
import { OctagonX } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useIdentity } from "@/components/session/use-identity";
import { Button } from "@/components/ui/button";
import { revokeAction } from "../actions";
import { RevokeDialog, type RevokeDialogProps } from "./revoke-dialog";
import { type Stopped, StoppedDialog } from "./stopped-dialog";

export type RevocableToken = RevokeDialogProps["token"] & { id: string };

export function RevokeButton({ token, email }: { token: RevocableToken; email: string }) {
  const router = useRouter();
  const identity = useIdentity(email);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [stopped, setStopped] = useState<Stopped | null>(null);
  useFocusAfterRemoval();

  const revoke = async () => {
    setIsBusy(true);
    setError(null);
    const answer = await revokeAction(token.id).catch(() => null);
    setIsBusy(false);
    if (answer === null) return setError("No answer came back. Try again: revoking twice does no harm.");
    if ("refused" in answer) return setError(identity.ask(answer, revoke));
    if (answer.kind === "unknown") return setError("There is no such token any more. Load the page again.");
    setIsAsking(false);
    setStopped({ tokenId: token.id, at: answer.stopped });
  };
  return (
    <>
      <Button look="danger" onClick={() => setIsAsking(true)}>
        <OctagonX aria-hidden />
        Revoke
      </Button>
      {isAsking && (
        <RevokeDialog
          token={token}
          busy={isBusy}
          error={error}
          onConfirm={revoke}
          onCancel={() => {
            setIsAsking(false);
            setError(null);
          }}
        />
      )}
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

/** The page of a revoked token has no such button: focus then goes to the page's content instead of nowhere. */
function useFocusAfterRemoval(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    },
    [],
  );
}
