export function StatusCode({ status }: { status: number }) {
  const tone =
    status < 400 ? "bg-good-soft text-good" : status < 500 ? "bg-warn-soft text-warn" : "bg-bad-soft text-bad";
  return <span className={`rounded px-1.5 py-0.5 font-medium font-mono text-xs ${tone}`}>{status}</span>;
}
