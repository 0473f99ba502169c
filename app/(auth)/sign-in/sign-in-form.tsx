"use client";
import { LogIn } from "lucide-react";
/** E-mail address and password, as password managers expect them. Works before any script has loaded. */
import { usePublicForm } from "@/components/session/use-form";
import { Button, SubmitButton } from "@/components/ui/controls/button";
import { TextField } from "@/components/ui/controls/field";
import { PasswordField } from "@/components/ui/controls/password-field";
import { ErrorNotice } from "@/components/ui/notice";
import { signInWithPassword, signInWithProvider } from "../actions";

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
      <SubmitButton busy={busy} className="w-full">
        Sign in
      </SubmitButton>
    </form>
  );
}

export function ProviderForm({ name, next, mode }: { name: string; next: string; mode: "first" | "again" }) {
  const { form, message, busy } = usePublicForm(signInWithProvider, { message: null });
  return (
    <form {...form} className="flex flex-col gap-3 border-line border-b pb-5">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="mode" value={mode} />
      <Button icon={LogIn} type="submit" busy={busy} className="w-full">
        Sign in with {name}
      </Button>
      <ErrorNotice text={message} />
    </form>
  );
}
