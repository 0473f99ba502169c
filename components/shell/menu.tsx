/** A button and the menu that it opens. The browser closes it, and the frame after a link in it. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/controls/button";

type MenuProps = {
  /** Unique in the whole page, including the frame: see `side-bar.tsx`. */
  id: string;
  /** The content of the button, which also names it. */
  face: ReactNode;
  /** Classes of the button, such as its width and the alignment of its text. */
  className?: string;
  children: ReactNode;
};

export function Menu({ id, face, className, children }: MenuProps) {
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass("quiet", "small", clsx("max-w-full", className))}>
        {face}
      </button>
      <div id={id} popover="auto" className="menu">
        {children}
      </div>
    </>
  );
}
