/** A small matrix, for more entities than the sentence beside it can name. Renders nothing for a few. */
import type { VerbWord } from "@/lib/model";
import { NAMED_ENTITIES } from "@/lib/tokens/named-entities";
import { ScrollArea } from "../../ui/scroll-area";
import { Mark, type MarkKind } from "./mark";
import { Matrix, type MatrixEntity } from "./matrix";

type SmallMatrixProps<Entity extends MatrixEntity> = {
  caption: string;
  entities: readonly Entity[];
  markOf: (entity: Entity, verb: VerbWord) => { kind: MarkKind; text: string };
};

export function SmallMatrix<Entity extends MatrixEntity>({ caption, entities, markOf }: SmallMatrixProps<Entity>) {
  if (entities.length <= NAMED_ENTITIES + 1) return null;
  return (
    <ScrollArea
      label={caption}
      className="overflow-y-auto overscroll-contain max-h-64 rounded-control border border-line"
    >
      <Matrix
        size="small"
        caption={caption}
        entities={entities}
        cellOf={(entity, verb) => <Mark size="icon" {...markOf(entity, verb)} />}
        furtherOf={(entity, { verb }) => (
          <span className="flex items-center gap-1.5">
            <Mark size="icon" {...markOf(entity, verb)} />
            <code className="text-xs">{verb}</code>
          </span>
        )}
      />
    </ScrollArea>
  );
}
