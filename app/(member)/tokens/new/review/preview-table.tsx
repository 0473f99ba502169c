/** The newest records as the token would read them. Fields that it could not read are gray and empty. */
import { EyeOff } from "lucide-react";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { Preview, PreviewColumn } from "@/lib/records/preview";

export function PreviewTable({ preview: { columns, rows }, pluralLabel }: { preview: Preview; pluralLabel: string }) {
  if (rows.length === 0) return null;
  return (
    <ScrollArea label={`Newest ${pluralLabel}`} className="overflow-x-auto rounded-control border border-line">
      <table className="w-full border-collapse text-left text-xs">
        <caption className="sr-only">The newest {pluralLabel}, as the token would read them</caption>
        <thead className="bg-sunken">
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="whitespace-nowrap px-2.5 py-1.5 font-medium text-quiet">
                <ColumnName column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id here, and never change their order.
            <tr key={index} className="border-line border-t">
              {columns.map(({ key, hidden }, at) => (
                <td key={key} className={hidden ? "bg-sunken px-2.5 py-1.5" : "px-2.5 py-1.5"}>
                  <span className="block max-w-40 truncate">{row[at]}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function ColumnName({ column: { label, hidden } }: { column: PreviewColumn }) {
  if (!hidden) return label;
  return (
    <span className="inline-flex items-center gap-1">
      <EyeOff aria-hidden className="size-3" />
      {label}
      <span className="sr-only">, hidden from the token</span>
    </span>
  );
}
