/** The field for a code of an authenticator app. It also accepts a recovery code. */
import { TextField } from "../ui/controls/field";

const HINT = "The six digits that your authenticator app shows, or a recovery code.";

export function CodeField({ hint = HINT, autoFocus }: { hint?: string; autoFocus?: boolean }) {
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
