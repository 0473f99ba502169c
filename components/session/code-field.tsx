/** The field for a code of an authenticator app. It also accepts a recovery code. */
import { TextField } from "../ui/controls/field";

type CodeFieldProps = {
  hint?: string;
  autoFocus?: boolean;
};

export function CodeField({
  hint = "The six digits that your authenticator app shows, or a recovery code.",
  autoFocus,
}: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      name="code"
      hint={hint}
      // No numeric `inputMode`, because recovery codes contain letters.
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      required
      autoFocus={autoFocus}
    />
  );
}
