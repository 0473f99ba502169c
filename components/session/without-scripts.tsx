import { Notice } from "../ui/notice";

/** What the dialog would do, for a browser without scripts. */
export function WithoutScripts() {
  return (
    <noscript>
      <Notice tone="warn" title="Nothing was done" className="mb-4">
        Prove first who you are:{" "}
        <a href="/sign-in?again=1" target="_blank" rel="noopener" className="underline">
          sign in again in a new tab
        </a>
        . Then come back, and press the button once more.
      </Notice>
    </noscript>
  );
}
