/** A button and what it opens beside itself. The platform closes it on Escape and a press elsewhere, the frame after a link in it. */
import clsx from "clsx";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/controls/button";

type MenuProps = {
  /** One of its own in the whole page, frame included: see `side-bar.tsx`. */
  id: string;
  /** Inside the button, whose name it is. */
  face: ReactNode;
  /** Of the button: whether it fills its place, and from which side its text begins. */
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
