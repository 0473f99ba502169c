/** The rules of a lifecycle: every state it names is an option of its field, and a record can be created. */
import type { Field } from "../../model";
import type { Issue, Path } from "../issues";
import type { LifecycleDocument } from "../schema";

/** `field`: the compiled field that the lifecycle names, if there is one. */
export function checkLifecycle(lifecycle: LifecycleDocument, field: Field | undefined, path: Path): Issue[] {
  const at = [...path, "field"];
  if (field === undefined) return [{ path: at, message: `there is no field "${lifecycle.field}"` }];
  if (field.type !== "select")
    return [{ path: at, message: `must name a select field, not one of type ${field.type}` }];

  const states = field.options.map((option) => option.value);
  const unknown = (state: string, place: Path): Issue[] =>
    states.includes(state) ? [] : [{ path: place, message: `"${state}" is not an option of "${field.key}"` }];
  return [
    ...(lifecycle.initial ?? []).flatMap((state, index) => unknown(state, [...path, "initial", index])),
    ...Object.keys(lifecycle.states ?? {}).flatMap((state) => unknown(state, [...path, "states", state])),
    ...lifecycle.transitions.flatMap((transition, index) => [
      ...unknown(transition.from, [...path, "transitions", index, "from"]),
      ...unknown(transition.to, [...path, "transitions", index, "to"]),
    ]),
    ...checkTransitions(lifecycle, [...path, "transitions"]),
    ...checkInitial(lifecycle, field, [...path, "initial"]),
  ];
}

function checkTransitions({ transitions }: LifecycleDocument, path: Path): Issue[] {
  const seen = new Set<string>();
  return transitions.flatMap(({ from, to }, index) => {
    if (from === to) return [{ path: [...path, index], message: "leads nowhere: from and to are the same state" }];
    const way = JSON.stringify([from, to]);
    if (seen.has(way)) return [{ path: [...path, index], message: `"${from}" to "${to}" is there already` }];
    seen.add(way);
    return [];
  });
}

function checkInitial({ initial }: LifecycleDocument, field: Field, path: Path): Issue[] {
  if (initial === undefined || field.default === null) return [];
  if (initial.includes(String(field.default))) return [];
  return [{ path, message: `must hold "${field.default}", the default of "${field.key}"` }];
}
