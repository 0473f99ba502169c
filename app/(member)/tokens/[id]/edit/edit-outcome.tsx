/** What came of saving. Problems of a field stand at the field. */
import { Notice } from "@/components/ui/notice";
import type { EditState } from "./use-edit";

/** Its place is always there, so that screen readers notice what appears in it. */
export function EditOutcome({ state, saved }: { state: EditState; saved: string }) {
  return (
    <div role="status">
      {state.kind === "saved" && <Notice tone="good">{saved}</Notice>}
      {state.kind === "refused" && <Notice tone="bad">Nothing was changed.</Notice>}
      {state.kind === "failed" && <Notice tone="bad">{state.message}</Notice>}
    </div>
  );
}
