/** Values that a form has no control for. Empty ones are left out. */
export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
  );
}
