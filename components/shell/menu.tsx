"use client";
/** A button and what it opens below itself. The platform closes it on Escape and a press elsewhere; a link in it does here. */
import { type MouseEvent, type ReactNode, useId } from "react";
import { buttonClass } from "../ui/controls/button";

type MenuProps = {
  /** Inside the button, whose name it is. */
  face: ReactNode;
  children: ReactNode;
};

export function Menu({ face, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} className={buttonClass("quiet", "small", "max-w-full")}>
        {face}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: listens to the links in it. */}
      <div id={id} popover="auto" className="menu" onClick={closeOnLink}>
        {children}
      </div>
    </>
  );
}

/** The header outlives the page that a link leaves. */
function closeOnLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest("a") !== null) currentTarget.hidePopover();
}
