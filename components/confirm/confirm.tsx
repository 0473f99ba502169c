"use client";
/** Asks before an act that has to be confirmed: over the page that linked to it, or as a page of its own. */
import { useRouter } from "next/navigation";
import { useContext, useEffect, useRef } from "react";
import { InDialog } from "../session/page-shell";
import { Card } from "../ui/card";
import { LinkButton } from "../ui/controls/button";
import { PageHeader } from "../ui/page-header";
import { ConfirmDialog } from "./confirm-dialog";
import { type Confirmation, ConfirmForm } from "./confirm-form";
import { OUTCOME_ID } from "./outcome-id";

type ConfirmProps<Done extends object> = Confirmation<Done> & {
  back: { href: string; label: string };
  /** The page below stays, and shows what was done. Otherwise the action leads on. */
  stays?: boolean;
};

export function Confirm<Done extends object>({ back, stays = false, ...confirmation }: ConfirmProps<Done>) {
  const router = useRouter();
  const isInDialog = useContext(InDialog);
  const address = useRef<string | null>(null);
  const isDone = useRef(false);
  useEffect(() => {
    address.current = location.pathname;
    return () => {
      address.current = null;
      // The page below was rendered before it was done.
      if (isDone.current) router.refresh();
    };
  }, [router]);
  if (isInDialog) {
    const leave = () => {
      if (location.pathname === address.current) router.back();
      address.current = null;
    };
    const conclude = (done: Done) => {
      announce("said" in done ? String(done.said) : "Done.");
      isDone.current = true;
      // It may have been closed while the action ran, or left by the browser's own button, which changes the address at once.
      if (address.current === null) router.refresh();
      leave();
    };
    return <ConfirmDialog {...confirmation} onCancel={leave} onDone={stays ? conclude : undefined} />;
  }
  const { title, description, facts, ...form } = confirmation;
  return (
    <>
      <PageHeader title={title} description={description} back={back} />
      <div className="max-w-xl">
        <Card>
          <ConfirmForm {...form} cancel={<LinkButton href={back.href}>Cancel</LinkButton>}>
            {facts}
          </ConfirmForm>
        </Card>
      </div>
    </>
  );
}

/** Shows it until the next click, which begins something else. */
function announce(said: string): void {
  const place = document.getElementById(OUTCOME_ID);
  if (place === null) return;
  place.textContent = said;
  document.addEventListener("click", () => place.replaceChildren(), { once: true });
}
