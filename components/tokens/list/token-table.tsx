/** The rows of a page of the list, under columns that order it. */
import { ArrowDown, ArrowUp } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ListedToken } from "@/lib/tokens/list";
import type { TokenGroup, TokenOrder, TokenSearch } from "@/lib/tokens/listing";
import { hasEnded } from "@/lib/tokens/status";
import { ColumnHeader, Table } from "../../ui/table";
import { listAddressOf } from "./list-address";
import type { LoadedTokenList } from "./load-list";
import { TokenRow } from "./token-row";

type TokenTableProps = {
  list: LoadedTokenList;
  search: TokenSearch;
  path: string;
  scope: "own" | "organization";
  leadOf?: ((token: ListedToken) => ReactNode) | undefined;
  revokeOf: (token: ListedToken) => ReactNode;
};

export function TokenTable({ list, search, path, scope, leadOf, revokeOf }: TokenTableProps) {
  const { page, days, trouble, entities, now } = list;
  const labels = new Map(entities.map(({ key, label }) => [key, label]));
  const labelOf = (entityKey: string) => labels.get(entityKey) ?? entityKey;
  return (
    <Table caption="Tokens" widths="fixed" columns={<Columns search={search} path={path} scope={scope} />}>
      {page.groups.flatMap((group) =>
        group.map((token, index) => (
          <TokenRow
            key={token.id}
            token={token}
            days={days.get(token.id)}
            trouble={trouble.get(token.id)}
            labelOf={labelOf}
            now={now}
            scope={scope}
            place={placeOf(group, index)}
            lead={leadOf?.(token)}
            revoke={hasEnded(token.status) ? null : revokeOf(token)}
          />
        )),
      )}
    </Table>
  );
}

function placeOf(group: TokenGroup, index: number): "single" | "new" | "old" {
  if (group.length === 1) return "single";
  return index === 0 ? "new" : "old";
}

type ColumnsProps = Pick<TokenTableProps, "search" | "path" | "scope">;

function Columns({ search, path, scope }: ColumnsProps) {
  const sortable = (by: TokenOrder, name: string) => <OrderLink by={by} name={name} search={search} path={path} />;
  const sorted = (by: TokenOrder) => (search.order === by ? SORTED[by] : undefined);
  return (
    <>
      <ColumnHeader aria-sort={sorted("name")}>{sortable("name", "Name")}</ColumnHeader>
      {scope === "organization" && <ColumnHeader className="@5xl:w-32">Owner</ColumnHeader>}
      <ColumnHeader className="@5xl:w-54">Access</ColumnHeader>
      <ColumnHeader className="@5xl:w-32" aria-sort={sorted("used")}>
        {sortable("used", "Last used")}
      </ColumnHeader>
      <ColumnHeader className="hidden @4xl:table-cell @5xl:w-29">30 days</ColumnHeader>
      <ColumnHeader className="@5xl:w-36" aria-sort={sorted("expires")}>
        {sortable("expires", "Expires")}
      </ColumnHeader>
      <ColumnHeader className="@5xl:w-33">Status</ColumnHeader>
      <ColumnHeader className="@5xl:w-14">
        <span className="sr-only">More</span>
      </ColumnHeader>
    </>
  );
}

const SORTED: Record<TokenOrder, "ascending" | "descending"> = {
  created: "descending",
  used: "descending",
  expires: "ascending",
  name: "ascending",
};

type OrderLinkProps = { by: TokenOrder; name: string; search: TokenSearch; path: string };

function OrderLink({ by, name, search, path }: OrderLinkProps) {
  if (search.order !== by) {
    return (
      <Link
        href={listAddressOf(path, { ...search, order: by })}
        prefetch={false}
        scroll={false}
        className="rounded-sm underline-offset-2 hover:text-ink hover:underline"
      >
        <span className="sr-only">Order by </span>
        {name}
      </Link>
    );
  }
  const Arrow = SORTED[by] === "ascending" ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-1 text-ink">
      {name}
      <Arrow aria-hidden className="size-3" />
    </span>
  );
}
