import { createElement, Fragment, type ReactNode } from "react";

/** Renders parts of a text, which never change their order and so need no keys. */
export function inOrder(parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
