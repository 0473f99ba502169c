/** The address of the audit log, and what it filters by. Days are UTC days. */
import { z } from "zod";
import type { AuditFilter } from "@/lib/audit/list";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/events";
import { CURSOR, type ListAddress, type StateOf, TEXT } from "@/lib/session/page-address";
import { DAY_MS } from "@/lib/time/durations";

// Other years cannot have events, and PostgreSQL does not accept every year.
const DAY = z.iso.date().startsWith("2");

export const AUDIT_LOG = {
  path: "/admin/audit",
  filters: {
    who: ["who", TEXT],
    what: ["what", z.enum(AUDIT_ACTIONS)],
    subject: ["subject", TEXT],
    address: ["address", TEXT],
    from: ["from", DAY],
    to: ["to", DAY],
  },
  view: { signIns: ["signIns", z.literal("shown")] },
  place: { cursor: ["cursor", CURSOR] },
} satisfies ListAddress;

export const AUDIT_EXPORT = { ...AUDIT_LOG, path: "/admin/audit/export" };

export type AuditState = StateOf<typeof AUDIT_LOG>;

/** Sign-ins outnumber changes, so the page hides them by default. The file always includes them. */
export function toPageFilter(state: AuditState, organizationId: string): AuditFilter {
  return { ...toFilter(state, organizationId), exceptActions: hidesSignIns(state) ? SIGN_INS : undefined };
}

export function hidesSignIns({ what, signIns }: AuditState): boolean {
  return what === undefined && signIns === undefined;
}

/** Excludes wrong codes, because their sender knew the password. */
const SIGN_INS: readonly AuditAction[] = ["member.sign-in", "member.sign-in-refused", "member.sign-out"];

export function toFilter(state: AuditState, organizationId: string): AuditFilter {
  const { who, what, subject, address, from, to } = state;
  return {
    organizationId,
    actor: who,
    action: what,
    subject,
    address,
    from: from === undefined ? undefined : new Date(from),
    // The whole of the named day is included.
    to: to === undefined ? undefined : new Date(Date.parse(to) + DAY_MS),
  };
}
