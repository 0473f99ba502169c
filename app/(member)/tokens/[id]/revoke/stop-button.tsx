"use client";
import { type ReactNode, useEffect } from "react";
import { ConfirmButton } from "@/components/confirm/confirm-button";
import type { Confirmation } from "@/components/confirm/confirm-form";
import type { PageMember } from "@/lib/session/visitor";
import { useShowStopped } from "./stopped-provider";

type StopButtonProps = {
  tokenId: string;
  href: string;
  page: PageMember;
  confirmation: Confirmation<{ stopped: Date }>;
  children: ReactNode;
};

export function StopButton({ tokenId, ...button }: StopButtonProps) {
  const showStopped = useShowStopped();
  useFocusAfterRemoval();
  return (
    <ConfirmButton {...button} onDone={({ stopped }) => showStopped({ page: button.page, tokenId, at: stopped })} />
  );
}

/** The page of a stopped token has no such button, so the focus moves to the page's content instead of being lost. */
function useFocusAfterRemoval(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById("content")?.focus();
    },
    [],
  );
}
