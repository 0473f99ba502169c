"use client";
/** Asks before an act that cannot be undone: over the page that linked to it, or as a page of its own. */
import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { Card } from "../ui/card";
import { LinkButton } from "../ui/controls/button";
import { PageHeader } from "../ui/page-header";
import { ConfirmDialog } from "./confirm-dialog";
import { type Confirmation, ConfirmForm } from "./confirm-form";

const InDialog = createContext(false);

/** Around routes that a link of a page has opened. */
export function ConfirmInDialog({ children }: { children: ReactNode }) {
  return <InDialog value>{children}</InDialog>;
}

type ConfirmProps<Done extends object> = Confirmation<Done> & {
  back: { href: string; label: string };
  /** The page below stays, and shows what was done. Otherwise the action leads on. */
  stays?: boolean;
};

export function Confirm<Done extends object>({ back, stays = false, ...confirmation }: ConfirmProps<Done>) {
  const router = useRouter();
  const isDone = useRef(false);
  // The page below was rendered before it was done.
  useEffect(() => () => void (isDone.current && router.refresh()), [router]);
  const isInDialog = useContext(InDialog);
  if (isInDialog) {
    const conclude = () => {
      isDone.current = true;
      router.back();
    };
    return <ConfirmDialog {...confirmation} onCancel={() => router.back()} onDone={stays ? conclude : undefined} />;
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
