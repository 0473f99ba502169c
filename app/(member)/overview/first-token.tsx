"use client";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import type { ShownSecret } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { Button } from "@/components/ui/controls/button";
import type { PageMember } from "@/lib/session/visitor";
import { OutcomeNotice, useSubmission } from "../tokens/new/submission";
import type { FirstTokenRequest } from "./load-first-token";

type FirstTokenProps = {
  page: PageMember;
  first: FirstTokenRequest;
  origin: string;
  /** There is nothing more to create then, but the secret may still be on the screen. */
  hasToken: boolean;
  /** The lines that contain the secret, if not requests to the API. */
  renderLines?: (secret: ShownSecret) => ReactNode;
};

export function FirstToken({ page, first: { request, firstEntity }, origin, hasToken, renderLines }: FirstTokenProps) {
  const router = useRouter();
  const { outcome, created, problems, message, busy, dialog, send, forget } = useSubmission(page);
  return (
    <>
      {dialog}
      {!hasToken && (
        <div className="mt-3 grid grid-cols-1 gap-3">
          <OutcomeNotice {...{ outcome, message, problems }} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button look="primary" busy={busy} onClick={() => send(request)}>
              Create a read-only token
            </Button>
            <Link
              href="/tokens/new"
              className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-2"
            >
              Choose name and access first
            </Link>
          </div>
        </div>
      )}
      {created !== null && (
        <SecretOnce
          page={page}
          secret={created}
          origin={origin}
          firstEntity={firstEntity}
          renderLines={renderLines}
          doneLabel="Done"
          onClose={(how) => {
            forget();
            if (how === "closed") router.refresh();
          }}
        />
      )}
    </>
  );
}
