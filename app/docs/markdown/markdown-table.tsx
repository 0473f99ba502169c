/** A table of a document, as cards where there is no room for it. Without column names it is a list of terms. */
import type { Tokens } from "marked";
import { Cell, ColumnHeader, Row, Table } from "@/components/ui/table";
import { ERROR_STATUS } from "@/lib/errors";
import { Inlines } from "./inlines";
import { plainText } from "./read-document";

export function MarkdownTable({ table, file }: { table: Tokens.Table; file: string }) {
  const headers = table.header.map(textOf);
  return (
    <Table
      caption={headers.join(", ") || "Terms"}
      columns={headers.map((header, index) => (
        <ColumnHeader key={header || index}>
          {header || <span className="sr-only">Column {index + 1}</span>}
        </ColumnHeader>
      ))}
    >
      {table.rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a text have no other key.
        <Row key={index} id={anchorOfRow(row, file)} className="scroll-mt-4 target:bg-accent-soft">
          {row.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            <Cell key={column} label={headers[column] || undefined}>
              <Inlines tokens={cell.tokens} file={file} />
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}

/** `/docs/errors#RATE_LIMITED`: responses and pages link to it. */
function anchorOfRow(row: readonly Tokens.TableCell[], file: string): string | undefined {
  return file === "docs/errors.md" ? row.map(textOf).find((text) => text in ERROR_STATUS) : undefined;
}

function textOf({ tokens }: Tokens.TableCell): string {
  return tokens.map(plainText).join("");
}
