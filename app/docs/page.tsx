import { DOCUMENT_GROUPS, TOPICS } from "./documents";
import { DocsFrame } from "./frame/docs-frame";

export const metadata = { title: "Documentation" };

export default function DocumentationPage() {
  return (
    <DocsFrame path="/docs" sections={[]}>
      <h1 className="font-semibold text-3xl leading-tight">Documentation</h1>
      <p className="mt-3 text-lg text-quiet">
        How to read, create, update and delete records over HTTP. Signed in, the{" "}
        <a href="/reference" className="text-accent underline underline-offset-2">
          API reference
        </a>{" "}
        shows the same with your own entities and records.
      </p>
      {DOCUMENT_GROUPS.map(({ title, documents }) => (
        <section key={title} aria-label={title} className="mt-9">
          <h2 className="mb-3 font-semibold text-xl">{title}</h2>
          <ul className="grid gap-2.5 @xl/content:grid-cols-2">
            {documents.map(({ path, title: name, summary }) => (
              <li key={path}>
                <a
                  href={path}
                  className="block h-full rounded-card border border-line bg-surface px-4 py-3 hover:border-edge"
                >
                  <span className="block font-medium">{name}</span>
                  <span className="block text-quiet text-sm">{summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <section aria-label="Topics" className="mt-9">
        <h2 className="mb-3 font-semibold text-xl">Topics</h2>
        <ul className="grid gap-x-6 @xl/content:grid-cols-2">
          {TOPICS.map(({ href, title }) => (
            <li key={href}>
              <a href={href} className="inline-block min-h-8 py-1 text-accent underline underline-offset-2">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </DocsFrame>
  );
}
