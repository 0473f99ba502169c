/** The endpoints that will work, as they are called. */
import { Fragment } from "react";
import type { UsableEndpoint } from "@/lib/tokens/review";

export function ReviewEndpoints({ endpoints }: { endpoints: readonly UsableEndpoint[] }) {
  return (
    <details open className="group">
      <summary className="flex min-h-6 items-center font-medium">
        {endpoints.length} endpoints will work
        <span aria-hidden className="ml-2 font-normal text-accent underline underline-offset-2">
          <span className="group-open:hidden">show</span>
          <span className="hidden group-open:inline">hide</span>
        </span>
      </summary>
      <EndpointList endpoints={endpoints} />
    </details>
  );
}

function EndpointList({ endpoints }: { endpoints: readonly UsableEndpoint[] }) {
  return (
    <section
      aria-label="Endpoints"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="mt-2 max-h-52 overflow-y-auto rounded-control bg-sunken px-3 py-2"
    >
      <ul className="grid grid-cols-1 gap-1 font-mono text-xs">
        {endpoints.map(({ method, path }) => (
          <li key={`${method} ${path}`} className="flex flex-wrap">
            <span className="w-12 shrink-0 text-quiet">{method}</span>
            <Path path={path} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Broken between its parts where it is too long for a line. */
function Path({ path }: { path: string }) {
  const parts = path.split("/").slice(1);
  return (
    <span className="min-w-[min(7rem,100%)] flex-1 [overflow-wrap:anywhere]">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path stay where they are.
        <Fragment key={index}>
          <wbr />/{part}
        </Fragment>
      ))}
    </span>
  );
}
