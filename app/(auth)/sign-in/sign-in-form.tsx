"use client";
/** E-mail address and password, as password managers expect them. Works before any script has loaded. */
import { usePublicForm } from "@/components/session/use-form";
import { Button } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { PasswordField } from "@/components/ui/controls/password-field";
import { ErrorNotice } from "@/components/ui/notice";
import { signInWithPassword } from "../actions";

export function SignInForm({ next }: { next: string }) {
  const { state, form, message, busy } = usePublicForm(signInWithPassword, { email: "", message: null });
  return (
    <form {...form} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <TextField
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        maxLength={254}
        defaultValue={state.email}
      />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <ErrorNotice text={message} />
      <Button type="submit" look="primary" busy={busy} className="w-full">
        Sign in
      </Button>
    </form>
  );
}
