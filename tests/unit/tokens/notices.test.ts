/** What owners should hear of their tokens. */
import { describe, expect, it } from "vitest";
import { NO_LIMITS } from "@/lib/model";
import type { TokenRow } from "@/lib/store/tokens/tokens";
import { findNotices, toListedToken } from "@/lib/tokens/list";

const NOW = new Date("2026-11-21T12:00:00.000Z");
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

const token = (name: string, part: Partial<TokenRow> = {}) =>
  toListedToken(
    {
      id: "e9wUsrKhODoum6AyAgiQ0f",
      name,
      purpose: "",
      owner: { id: "m", name: "Wim Vermeer", email: "wim@example.test", active: true },
      scopes: null,
      limits: NO_LIMITS,
      created: days(-40),
      expires: days(30),
      revoked: null,
      revokedBy: null,
      lastUsed: days(-1),
      lastUsedAddress: "192.0.2.7",
      replaces: null,
      replacedBy: null,
      ...part,
    },
    NOW,
  );

const names = (tokens: { name: string }[]) => tokens.map(({ name }) => name);

describe("news", () => {
  it("are tokens that somebody else revoked within a week, the newest first", () => {
    const { revoked, expiring } = findNotices(
      [
        token("by an administrator", { revoked: days(-6.9), revokedBy: "ada@example.test" }),
        token("by the operator", { revoked: days(-1), revokedBy: "command line" }),
        token("by the owner", { revoked: days(-1), revokedBy: "wim@example.test" }),
        token("long ago", { revoked: days(-7.1), revokedBy: "ada@example.test" }),
        token("by nobody known", { revoked: days(-1) }),
        token("not at all"),
      ],
      NOW,
    );
    expect(names(revoked)).toEqual(["by the operator", "by an administrator"]);
    expect(expiring).toEqual([]);
  });

  it("are tokens that end within a week and have no successor, the soonest first", () => {
    const { revoked, expiring } = findNotices(
      [
        token("in seven days", { expires: days(7) }),
        token("tomorrow", { expires: days(1) }),
        token("in eight days", { expires: days(8) }),
        token("never", { expires: null }),
        token("over", { expires: days(-1) }),
        token("rotated", { expires: days(1), replacedBy: "1111111111111111111111" }),
        token("revoked", { expires: days(1), revoked: days(-1), revokedBy: "wim@example.test" }),
      ],
      NOW,
    );
    expect(names(expiring)).toEqual(["tomorrow", "in seven days"]);
    expect(revoked).toEqual([]);
  });
});
