/** The page's address: what is looked for in the log stands in it, so that it can be kept and sent. Days are those of UTC. */
import type { AuditFilter } from "@/lib/audit/list";
import { AUDIT_ACTIONS, type AuditAction } from "@/lib/events";
import { type Parameters, parameterOf, toAddress } from "@/lib/session/page-address";
import { DAY_MS } from "@/lib/time/durations";

export const AUDIT_PAGE = "/admin/audit";
export const AUDIT_EXPORT = "/admin/audit/export";

/** As the form shows it; empty: not filtered by. */
export type AuditSearch = { who: string; what: string; subject: string; address: string; from: string; to: string };

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
  };
}

export function toFilter({ who, what, subject, address, from, to }: AuditSearch, organizationId: string): AuditFilter {
  const last = startOf(to);
  return {
    organizationId,
    actor: who || undefined,
    action: isAction(what) ? what : undefined,
    subject: subject || undefined,
    address: address || undefined,
    from: startOf(from),
    // The day named is meant whole.
    to: last && new Date(last.getTime() + DAY_MS),
  };
}

/** `cursor`: where the page begins; without one at the newest. */
export function addressOf(path: string, search: AuditSearch, cursor?: string): string {
  return toAddress(path, { ...search, cursor });
}

export function isFiltered(search: AuditSearch): boolean {
  return Object.values(search).some((value) => value !== "");
}

function isAction(text: string): text is AuditAction {
  return (AUDIT_ACTIONS as readonly string[]).includes(text);
}

function startOf(day: string): Date | undefined {
  // No event is of another millennium, and not every year is one for PostgreSQL.
  const start = /^2\d{3}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00.000Z`) : undefined;
  // The 31st of June would be the 1st of July.
  return start !== undefined && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
    ? start
    : undefined;
}
