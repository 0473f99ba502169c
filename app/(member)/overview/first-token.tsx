"use client";
/** Creates a read-only token with one press, as the form of a new token would, and shows its secret. */
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";
import type { ShownSecret } from "@/components/tokens/secret-once";
import { SecretOnce } from "@/components/tokens/secret-once-when-used";
import { Button } from "@/components/ui/controls/button";
import type { PageMember } from "@/lib/session/visitor";
import { OutcomeNotice } from "../tokens/new/outcome-notice";
import { PostedFields } from "../tokens/new/posted-fields";
import { PostedSecret } from "../tokens/new/posted-secret";
import { useSubmission } from "../tokens/new/use-submission";
import type { FirstTokenRequest } from "./load-first-token";

type FirstTokenProps = {
  page: PageMember;
  first: FirstTokenRequest;
  origin: string;
  /** There is nothing more to create then, but the secret may still be on the screen. */
  hasToken: boolean;
  /** The page that this is on. */
  path: "/overview" | "/connect";
  /** The lines that contain the secret, if not requests to the API. */
  renderLines?: (secret: ShownSecret) => ReactNode;
};

export function FirstToken({ page, first, origin, hasToken, path, renderLines }: FirstTokenProps) {
  const { request, posted: sent, firstEntity } = first;
  const router = useRouter();
  const { outcome, message, busy, dialog, ...submission } = useSubmission(page, () => submission.send(request));
  const created = outcome !== null && "created" in outcome ? outcome.created : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    submission.send(request);
  };
  if (submission.posted !== null && created !== null) {
    return (
      <PostedSecret secret={created} origin={origin} doneLabel="Done" doneHref={path}>
        {renderLines?.({ token: created.text, revealed: true, onCopied: () => {} })}
      </PostedSecret>
    );
  }
  return (
    <>
      {dialog}
      {!hasToken && (
        <form action={submission.post} onSubmit={submit} className="mt-3 grid grid-cols-1 gap-3">
          <PostedFields page={page} formId={sent.formId} begun="custom" />
          <input type="hidden" name="access" value="read only" />
          <input type="hidden" name="name" value={request.name} />
          <input type="hidden" name="purpose" value={request.purpose} />
          <input type="hidden" name="expiry" value={sent.expiry} />
          <OutcomeNotice
            outcome={outcome}
            message={message}
            problems={outcome !== null && "problems" in outcome ? outcome.problems : []}
          />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" look="primary" busy={busy}>
              Create a read-only token
            </Button>
            <Link
              href="/tokens/new"
              className="inline-flex min-h-6 items-center text-accent text-sm underline underline-offset-2"
            >
              Choose name and access first
            </Link>
          </div>
        </form>
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
            submission.forget();
            if (how === "closed") router.refresh();
          }}
        />
      )}
    </>
  );
}
