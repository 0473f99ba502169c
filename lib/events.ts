/** The events that the audit log and notices report. Types and lists; no behavior. */

/**
 * `actor` is an e-mail address, or `command line`: then `runBy` is the address of the member who runs it, who gets no notice of
 * their own change. `now` is the time by which rules about dates are checked.
 */
export type Actor = { actor: string; runBy?: string; address?: string; requestId?: string; now?: Date };
export const COMMAND_LINE = "command line";

export const AUDIT_ACTIONS = [
  "audit.export",
  "configuration.apply",
  "configuration.policy",
  "member.accept-invitation",
  "member.activate",
  "member.change",
  "member.create",
  "member.deactivate",
  "member.invite",
  "member.recovery-codes",
  "member.reset-account",
  "member.reset-second-factor",
  "member.second-factor-off",
  "member.second-factor-on",
  "member.second-factor-refused",
  "member.set-password",
  "member.sign-in",
  "member.sign-in-link",
  "member.sign-in-refused",
  "member.sign-out",
  "member.withdraw-invitation",
  "records.import",
  "token.create",
  "token.rename",
  "token.narrow",
  "token.limit",
  "token.rotate",
  "token.hand-over",
  "token.end-overlap",
  "token.revoke",
  "webhook.create",
  "webhook.change",
  "webhook.pause",
  "webhook.resume",
  "webhook.replay",
  "webhook.rotate",
  "webhook.test",
  "webhook.delete",
  "webhook.disable",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type NoticeKind =
  | "token.expires"
  | "token.new-address"
  | "token.revoked"
  | "token.rotated"
  | "token.unused"
  | "token.revoked-unused"
  | "token.created"
  | "member.second-factor-reset"
  | "webhook.failing"
  | "webhook.disabled";
