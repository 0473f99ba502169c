/** What the audit log and notices tell of. Types and lists; no behaviour. */

/**
 * Who does something, for the audit log: an e-mail address or `command line`; on the pages also from which address and in
 * which request. `now`: the moment by which rules on dates are judged.
 */
export type Actor = { actor: string; address?: string; requestId?: string; now?: Date };
export const COMMAND_LINE = "command line";

export const AUDIT_ACTIONS = [
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
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What members are told of their tokens and of themselves. */
const NOTICE_KINDS = [
  "token.expires",
  "token.new-address",
  "token.revoked",
  "token.rotated",
  "token.unused",
  "token.revoked-unused",
  "token.leaked",
  "token.created",
  "member.second-factor-reset",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
