import { Breakable } from "./breakable";

export function ErrorCode({ code }: { code: string }) {
  return (
    <a
      href={`/docs/errors#${code}`}
      className="inline-block min-h-6 font-mono text-xs leading-6 underline decoration-current/40 underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
    >
      <Breakable text={code} />
    </a>
  );
}
