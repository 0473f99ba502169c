/** The page's address contains the search of the log, so that it can be saved and shared. Days are UTC days. */
import type { AuditFilter } from "@/lib/audit/list";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/events";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";
import { DAY_MS } from "@/lib/time/durations";

export const AUDIT_PAGE = "/admin/audit";
export const AUDIT_EXPORT = "/admin/audit/export";

/** The values of the form; empty: no filter. `signIns`: "shown" if the page lists sign-ins among the other events. */
export type AuditSearch = {
  who: string;
  what: string;
  subject: string;
  address: string;
  from: string;
  to: string;
  signIns: "" | "shown";
};

export function readSearch(parameters: Parameters): AuditSearch {
  const text = (name: keyof AuditSearch) => parameterOf(parameters, name);
  const [what, from, to] = [text("what"), text("from"), text("to")];
  return {
    who: text("who"),
    what: isAction(what) ? what : "",
    subject: text("subject"),
    address: text("address"),
    from: startOf(from) === undefined ? "" : from,
    to: startOf(to) === undefined ? "" : to,
    signIns: text("signIns") === "shown" ? "shown" : "",
  };
}

/** Sign-ins outnumber changes, so the page hides them by default. The file always includes them. */
export function toPageFilter(search: AuditSearch, organizationId: string): AuditFilter {
  return { ...toFilter(search, organizationId), exceptActions: hidesSignIns(search) ? SIGN_INS : undefined };
}

export function hidesSignIns({ what, signIns }: AuditSearch): boolean {
  return what === "" && signIns === "";
}

/** Excludes wrong codes, because their sender knew the password. */
const SIGN_INS: readonly AuditAction[] = ["member.sign-in", "member.sign-in-refused", "member.sign-out"];

export function toFilter({ who, what, subject, address, from, to }: AuditSearch, organizationId: string): AuditFilter {
  const last = startOf(to);
  return {
    organizationId,
    actor: who || undefined,
    action: isAction(what) ? what : undefined,
    subject: subject || undefined,
    address: address || undefined,
    from: startOf(from),
    // The whole of the named day is included.
    to: last && new Date(last.getTime() + DAY_MS),
  };
}

/** `cursor`: where the page begins; at the newest event without one. */
export function addressOf(path: string, search: AuditSearch, cursor?: string): string {
  return toAddress(path, { ...search, cursor });
}

export function isFiltered({ signIns: _, ...filters }: AuditSearch): boolean {
  return Object.values(filters).some((value) => value !== "");
}

function isAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}

function startOf(day: string): Date | undefined {
  // Other years cannot have events, and PostgreSQL does not accept every year.
  const start = /^2\d{3}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00.000Z`) : undefined;
  // `Date` would turn the 31st of June into the 1st of July.
  return start !== undefined && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
    ? start
    : undefined;
}
