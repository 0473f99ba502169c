/** What is taken away of many entities, and what stays of them. */
import { SmallMatrix } from "@/components/tokens/matrix/small-matrix";
import { type LosingEntity, markOfLosing } from "./taken-away";

export function LostMatrix({ losing }: { losing: readonly LosingEntity[] }) {
  return <SmallMatrix caption="What is taken away, by entity and verb" entities={losing} markOf={markOfLosing} />;
}
