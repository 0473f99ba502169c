/** What to know before the old secret of a rotation stops. `calls`: who still uses it, in a sentence. */
export function WhatEnds({ hint, calls }: { hint: string; calls: string }) {
  return (
    <>
      <p>
        The old secret <code className="[overflow-wrap:anywhere]">{hint}</code> stops with the next request. This cannot
        be undone.
      </p>
      <p>{calls}</p>
    </>
  );
}
