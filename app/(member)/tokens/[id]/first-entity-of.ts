import type { FirstEntity } from "@/components/tokens/secret-lines";
import type { TokenDetail } from "@/lib/tokens/read/detail";
import { firstToTry } from "@/lib/tokens/row-limits";

/** null if it can list none. */
export function firstEntityOf({ access, token }: Pick<TokenDetail, "access" | "token">): FirstEntity | null {
  const listed = access.filter(({ verbs }) => verbs.list.effective);
  const first = firstToTry(listed, token.limits.rows);
  return first === undefined ? null : { key: first.entityKey, pluralLabel: first.pluralLabel };
}
