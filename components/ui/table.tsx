/** A table, or a list of cards where there is no room, measured by the text size. Cells are styled in app/globals.css. */
import clsx from "clsx";
import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from "react";

/** `isHidden`: its name is for screen readers only. */
type Column = { name: string; numeric?: boolean; isHidden?: boolean; className?: string | undefined };

type TableProps = {
  caption: string;
  columns: readonly (string | Column)[] | ReactElement;
  children: ReactNode;
  /** "fixed": columns are as wide as their headers, whatever their content. */
  widths?: "auto" | "fixed";
  /** "middle": for rows in which only the name has two lines. */
  align?: "top" | "middle";
};

export function Table({ caption, columns, children, widths = "auto", align = "top" }: TableProps) {
  return (
    <div className="@container overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table
        className={clsx(
          "block w-full border-collapse text-left text-sm leading-6 @table:table",
          widths === "fixed" && "@table:table-fixed",
          align === "middle" && "[&_:is(th,td)]:align-middle",
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only @table:not-sr-only @table:table-header-group @table:bg-canvas">
          <tr>{isValidElement(columns) ? columns : columns.map(toHeader)}</tr>
        </thead>
        <tbody className="block @table:table-row-group">{children}</tbody>
      </table>
    </div>
  );
}

function toHeader(column: string | Column): ReactNode {
  const { name, isHidden, ...header } = typeof column === "string" ? { name: column } : column;
  return (
    <ColumnHeader key={name} {...header}>
      {isHidden ? <span className="sr-only">{name}</span> : name}
    </ColumnHeader>
  );
}

type ColumnHeaderProps = ComponentProps<"th"> & { numeric?: boolean };

export function ColumnHeader({ numeric = false, className, ...rest }: ColumnHeaderProps) {
  return (
    <th
      {...rest}
      scope="col"
      className={clsx(
        "whitespace-nowrap px-3 py-2 font-medium text-quiet text-xs first:pl-4 last:pr-4",
        numeric && "text-right",
        className,
      )}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<"tr">) {
  return (
    <tr
      {...rest}
      className={clsx(
        "block border-line border-t px-edge py-3 first:border-t-0 @table:table-row @table:p-0 @table:first:border-t",
        className,
      )}
    />
  );
}

type CellProps = ComponentProps<"td"> & { label?: string | undefined; numeric?: boolean };

/** `label`: the column's name, for cards. */
export function Cell({ label, numeric = false, className, children, ...rest }: CellProps) {
  return (
    <td {...rest} className={clsx(label ? "cell cell-labeled" : "cell", numeric && "@table:text-right", className)}>
      {label ? (
        <>
          <span className="cell-label">{label}</span>
          <div className="min-w-0">{children}</div>
        </>
      ) : (
        children
      )}
    </td>
  );
}

export function RowHeader({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      {...rest}
      scope="row"
      className={clsx(
        "block pb-1 align-top font-normal @table:table-cell @table:px-3 @table:py-3 @table:first:pl-4",
        className,
      )}
    />
  );
}

/** A cell without a value; `word` says so to screen readers. */
export function NoValue({ word }: { word: string }) {
  return (
    <>
      <span aria-hidden className="text-quiet">
        –
      </span>
      <span className="sr-only">{word}</span>
    </>
  );
}

/** The link to the page of a row's subject. A table has many links, and the position of each shows what it is. */
export const rowLinkClass = "rounded-sm font-medium [overflow-wrap:anywhere] hover:text-accent hover:underline";
