import { isSignedIn } from "../session/is-signed-in";

const LINK =
  "inline-flex min-h-8 items-center text-quiet hover:text-ink aria-[current]:font-medium aria-[current]:text-ink";

export async function PublicLinks({ current = null }: { current?: "/docs" | null }) {
  const member = (await isSignedIn())
    ? { href: "/reference", title: "API reference" }
    : { href: "/sign-in", title: "Sign in" };
  return (
    <>
      <a href="/docs" aria-current={current === "/docs" ? "true" : undefined} className={LINK}>
        Documentation
      </a>
      <a href={member.href} className={LINK}>
        {member.title}
      </a>
    </>
  );
}
