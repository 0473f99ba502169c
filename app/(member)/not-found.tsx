import { DeadEnd } from "@/components/shell/dead-end";

/** One page for what does not exist and for what belongs to someone else. */
export default function NotFoundPage() {
  return (
    <DeadEnd
      title="There is nothing here"
      text="What you are looking for does not exist, or you cannot see it. The address may be incomplete."
      way={{ href: "/tokens", label: "Go to your tokens" }}
    />
  );
}
