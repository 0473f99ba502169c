/** Parameters of an address that a form has no control for, so that they stay when it is sent. */
export function HiddenFields({ values }: { values: Record<string, string> }) {
  return Object.entries(values).map(
    ([name, value]) => value !== "" && <input key={name} type="hidden" name={name} value={value} />,
  );
}
