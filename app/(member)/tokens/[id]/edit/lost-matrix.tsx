/** What is removed from many entities, and what remains. */
import { SmallMatrix } from "@/components/tokens/matrix/small-matrix";
import { type LosingEntity, markOfLosing } from "./taken-away";

export function LostMatrix({ losing }: { losing: readonly LosingEntity[] }) {
  return <SmallMatrix caption="What is removed, by entity and verb" entities={losing} markOf={markOfLosing} />;
}
