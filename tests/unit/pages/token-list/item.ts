/** A token as the list knows it, with what a test says about it. */
import type { TokenItem } from "@/components/tokens/list/token-item";

export const NOW = new Date("2026-11-21T12:00:00.000Z");

export const daysFromNow = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

export function item(id: string, part: Partial<TokenItem> = {}): TokenItem {
  return {
    id,
    name: `Token ${id}`,
    purpose: "",
    hint: `service_v1_${id}…${id}`,
    owner: { name: "Wim Vermeer", email: "wim@example.test" },
    scopes: null,
    status: "active",
    created: daysFromNow(-10),
    expires: daysFromNow(30),
    revoked: null,
    lastUsed: null,
    lastUsedAddress: null,
    replaces: null,
    replacedBy: null,
    days: null,
    trouble: null,
    ...part,
  };
}
