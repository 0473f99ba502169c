/** A long page of text and code with its contents beside it. With large text it has the layout of a narrow page. */
import type { ReactNode } from "react";

/** `contents`: shown beside the page where there is room. `above`: spans both columns. */
type ReadingFrameProps = { above: ReactNode; contents: ReactNode; children: ReactNode };

export function ReadingFrame({ above, contents, children }: ReadingFrameProps) {
  return (
    <div data-wide className="@container/frame">
      {above}
      <div className="@5xl/frame:grid @5xl/frame:grid-cols-[13rem_minmax(0,1fr)] @5xl/frame:gap-x-8">
        {contents}
        <div className="@container/content min-w-0">{children}</div>
      </div>
    </div>
  );
}
