import { createElement, Fragment, type ReactNode } from "react";

/** A sentence with names that people gave. Each is isolated, so that letters that run the other way reorder nothing around it. */
export function withNames(texts: TemplateStringsArray, ...names: string[]): ReactNode {
  const parts = texts.flatMap((text, index) => {
    const name = names[index];
    return name === undefined ? [text] : [text, createElement("bdi", null, name)];
  });
  return createElement(Fragment, null, ...parts);
}
