/**
 * A list of members: a search where there are many, one page of the list, and links to the other pages. Works without scripts.
 */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberPage } from "@/lib/members/list";
import { LinkButton } from "../ui/controls/button";
import { EmptyState } from "../ui/empty";
import { formatRange, type Noun } from "../ui/list-range";
import { PageLinks } from "../ui/page-links";
import { SearchForm } from "../ui/search-form";
import { memberAddress } from "./member-address";

type MemberListProps = {
  path: string;
  /** The filters other than the search, as in the address. */
  parameters?: Record<string, string>;
  text: string;
  page: MemberPage;
  /** The number of members in the list, whatever the search. */
  all: number;
  noun: Noun;
  /** The table of the page's members. */
  children: ReactNode;
};

export function MemberList({ path, parameters = {}, text, page, all, noun, children }: MemberListProps) {
  const { members, found, before, previous, next } = page;
  const searched = { ...parameters, q: text };
  const everyHref = memberAddress(path, parameters, null);
  const isLong = previous !== null || next !== null;
  return (
    <>
      {(isLong || text !== "") && (
        <SearchForm
          label={`Search ${noun.several}`}
          path={path}
          parameters={parameters}
          text={text}
          everyHref={everyHref}
          summary={formatRange({ shown: members.length, all, found, before }, noun)}
        />
      )}
      {members.length > 0 ? (
        children
      ) : (
        <EmptyState
          icon={SearchX}
          title={`No ${noun.one} matches`}
          actions={
            <LinkButton href={everyHref} look="primary">
              Clear search
            </LinkButton>
          }
        >
          <p>Names and addresses are searched. Try fewer words.</p>
        </EmptyState>
      )}
      <PageLinks
        firstHref={previous && memberAddress(path, searched, null)}
        previousHref={previous && memberAddress(path, searched, previous)}
        nextHref={next && memberAddress(path, searched, next)}
      />
    </>
  );
}
