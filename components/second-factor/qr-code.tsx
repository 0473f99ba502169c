/** A text as a QR code, drawn on the server: dark on light in every theme, because not every camera can read it otherwise. */
import { encode } from "uqr";

/** The quiet zone around the code, in modules, as the standard requires. */
const MARGIN = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "L", border: MARGIN });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="aspect-square w-52 max-w-full rounded-control bg-white [forced-color-adjust:none]"
    >
      <path d={pathOf(data)} fill="#000" />
    </svg>
  );
}

/** Runs of dark modules, row by row. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => [...runsOf(row)].map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join("");
}

function* runsOf(row: readonly boolean[]): Generator<[number, number]> {
  for (let x = 0; x < row.length; ) {
    const end = row.indexOf(!row[x], x);
    const length = (end === -1 ? row.length : end) - x;
    if (row[x]) yield [x, length];
    x += length;
  }
}
