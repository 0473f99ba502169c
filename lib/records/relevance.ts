/** Pages by relevance (contract § 17): first the ranked matches, then the others, newest first. */
import type { EntityAccess } from "../access/compile";
import { RANKED_IN_LIST } from "../limits";
import type { PagePlan } from "../query/page/page-plan";
import type { Position } from "../query/page/position";
import { NEWEST, othersBehind, positionAmongOthers } from "../query/page/ranked-run";
import type { Column } from "../query/plan";
import type { Page } from "../store/records/read";

/** `plan` has no order; `position` begins the page. A page ends with the last ranked record; others need another statement. */
export async function pageByRelevance(
  plan: PagePlan,
  label: Column | null,
  position: Position | null,
  read: (plan: PagePlan) => Promise<Page>,
): Promise<Page> {
  let others = positionAmongOthers(position);
  if (others === null) {
    const ranked = { label, among: RANKED_IN_LIST, labelKey: null };
    const page = await read({ ...plan, sort: NEWEST, after: position, ranked });
    // All ranked records after the position may be gone by now.
    others = page.count > 0 ? null : othersBehind(position);
    if (others === null) return page;
  }
  const page = await read({ ...plan, sort: NEWEST, after: others });
  return { ...page, next: page.next === null ? null : [null, ...page.next] };
}

/** null if the caller cannot search the labels of all records that it can list: the order would reveal them. */
export function searchedLabel({ entity, searchable }: EntityAccess): Column | null {
  const field = searchable.get(entity.labelField);
  return field === undefined ? null : { kind: "data", field };
}
