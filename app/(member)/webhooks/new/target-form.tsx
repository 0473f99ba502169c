"use client";
/** The choice of token and entity. A change loads the rest of the page for it, and keeps what was typed. */
import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";
import { FormOnChange } from "@/components/ui/controls/form-on-change";

export function TargetForm({ children }: { children: ReactNode }) {
  const router = useRouter();
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    router.replace(`/webhooks/new?${new URLSearchParams(chosen)}`, { scroll: false });
  };
  return (
    <FormOnChange action="/webhooks/new" onSubmit={choose} className="grid grid-cols-1 items-end gap-4 sm:grid-cols-2">
      {children}
    </FormOnChange>
  );
}
