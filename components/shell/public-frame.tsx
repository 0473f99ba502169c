/** The frame of pages that need no sign-in: the start page, the documentation, signing in, and not found. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { chosenTheme } from "../theme/chosen-theme";
import { ThemeSwitch } from "../theme/theme-switch";
import { Brand } from "./brand";

type PublicFrameProps = {
  /** "wide": for text with its contents beside it. */
  width?: "normal" | "wide";
  links?: ReactNode;
  children: ReactNode;
};

export async function PublicFrame({ width = "normal", links, children }: PublicFrameProps) {
  const widthClass = clsx("mx-auto flex w-full px-edge", width === "wide" ? "max-w-6xl" : "max-w-5xl");
  return (
    <div className="flex min-h-dvh flex-col">
      <header className={clsx(widthClass, "flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4 print:hidden")}>
        <Brand href="/" />
        {links && (
          <nav aria-label="Main" className="flex flex-wrap gap-x-5 gap-y-1 text-sm sm:mr-auto">
            {links}
          </nav>
        )}
        <ThemeSwitch initial={await chosenTheme()} />
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={clsx(widthClass, "flex-1 flex-col pt-8 pb-16 [overflow-wrap:anywhere]")}
      >
        {children}
      </main>
    </div>
  );
}
