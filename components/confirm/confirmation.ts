/** What a member confirms before it is done. `ConfirmPage` and `ConfirmDialog` show the same text and send the same form. */
import type { ReactNode } from "react";
import type { FormAction } from "@/lib/session/form-state";
import type { TypedProof } from "./typed-proof";

/** `Done`: what the action returns to a dialog. */
export type Confirmation<Done extends object> = {
  title: ReactNode;
  description?: ReactNode;
  /** What is affected. */
  facts?: ReactNode;
  /** The facts are still loading, so it cannot be confirmed yet. */
  isLoading?: boolean;
  /** What has to be typed; null if nothing. */
  proof?: TypedProof | null;
  action: FormAction<Done>;
  /** The target, as hidden fields. */
  fields: Record<string, string | readonly string[]>;
  /** A verb and its object: "Revoke token". */
  confirmLabel: string;
  /** The messages if no response came, or the member lacks the permission. */
  texts?: { noAnswer: string; forbidden?: string };
};
