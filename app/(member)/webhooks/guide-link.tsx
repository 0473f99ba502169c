/** Links to the guide for webhooks, in a tab of its own: a form, or a secret that is shown once, stays open. */
export function GuideLink() {
  return (
    <a
      href="/docs/guides/webhooks"
      target="_blank"
      rel="noopener"
      className="inline-block min-h-6 text-accent underline underline-offset-2"
    >
      Guide: a receiver that keeps a copy
    </a>
  );
}
