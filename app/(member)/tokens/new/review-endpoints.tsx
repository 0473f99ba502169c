/** The endpoints that will work, as they are called. */
import type { UsableEndpoint } from "@/lib/tokens/review";

export function ReviewEndpoints({ endpoints }: { endpoints: readonly UsableEndpoint[] }) {
  return (
    <details open className="group">
      <summary className="min-h-6 font-medium">
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
      className="mt-2 max-h-52 overflow-auto rounded-control bg-sunken px-3 py-2"
    >
      <ul className="grid w-max gap-1 font-mono text-xs">
        {endpoints.map(({ method, path }) => (
          <li key={`${method} ${path}`} className="whitespace-nowrap">
            <span className="inline-block w-14 text-quiet">{method}</span>
            {path}
          </li>
        ))}
      </ul>
    </section>
  );
}
