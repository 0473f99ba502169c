/** The rules of `was`: what something was called is no name of anything else in the file, so that it cannot be meant twice. */
import type { FieldDocument } from "../field-schema";
import type { Issue, Path } from "../issues";

/** `path`: of the fields of one entity. */
export function checkFormerNames(fields: FieldDocument[], path: Path): Issue[] {
  const keys = fields.map(({ key, was }) => ({ name: key, was }));
  return [
    ...checkNames(keys, path),
    ...fields.flatMap((field, index) => {
      if (!("options" in field)) return [];
      const values = field.options.map((option) =>
        typeof option === "string" ? { name: option, was: undefined } : { name: option.value, was: option.was },
      );
      return checkNames(values, [...path, index, "options"]);
    }),
  ];
}

type Named = { name: string; was: string | undefined };

function checkNames(items: Named[], path: Path): Issue[] {
  const earlier = new Set<string>();
  return items.flatMap(({ was }, index) => {
    if (was === undefined) return [];
    const at = [...path, index, "was"];
    if (items.some(({ name }) => name === was)) {
      return [{ path: at, message: `"${was}" is still there` }];
    }
    if (earlier.has(was)) return [{ path: at, message: `"${was}" is renamed already` }];
    earlier.add(was);
    return [];
  });
}
