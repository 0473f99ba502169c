import type { ReactNode } from "react";
import { Blocks } from "@/app/docs/markdown/blocks";
import { publicOrigin } from "@/lib/http/origin";
import { ReferenceSection } from "../section";
import type { Sample } from "./sample";
import { PROSE_FILE } from "./section-prose";
import { START_SECTIONS, type StartSectionId } from "./sections";

type StartSectionProps = { sample: Sample; id: StartSectionId; aside?: ReactNode; children?: ReactNode };

export function StartSection({ sample, id, aside, children }: StartSectionProps) {
  const title = START_SECTIONS.find((section) => section.id === id)?.title ?? id;
  const context = { file: PROSE_FILE, names: new Map(), origin: publicOrigin() };
  return (
    <ReferenceSection id={id} title={title} aside={aside}>
      <div className="grid grid-cols-1 gap-3">
        <Blocks tokens={sample.prose.get(title) ?? []} context={context} />
        {children}
      </div>
    </ReferenceSection>
  );
}
