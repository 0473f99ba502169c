/** The frame of pages that need no sign-in: the start page, signing in, and what cannot be found. */
import type { ReactNode } from "react";
import { chosenTheme } from "../theme/chosen-theme";
import { ThemeSwitch } from "../theme/theme-switch";
import { Brand } from "./brand";

export async function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-edge py-4">
        <Brand href="/" />
        <ThemeSwitch initial={await chosenTheme()} />
      </header>
      <main id="content" tabIndex={-1} className="mx-auto flex w-full max-w-5xl flex-1 flex-col px-edge pt-8 pb-16">
        {children}
      </main>
    </div>
  );
}
