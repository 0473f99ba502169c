/** A list of members: what searches it, where there are many, a page of it, and the ways to the next ones. A form and links, no more. */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberPage } from "@/lib/members/list";
import { LinkButton } from "../ui/controls/button";
import { EmptyState } from "../ui/empty";
import { type Noun, rangeInWords } from "../ui/list-range";
import { PageLinks } from "../ui/page-links";
import { SearchForm } from "../ui/search-form";
import { memberAddress } from "./member-address";

type MemberListProps = {
  path: string;
  /** What it is narrowed to beside the search, as its address has it. */
  parameters?: Record<string, string>;
  text: string;
  page: MemberPage;
  /** In the list, whatever is looked for. */
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
          summary={rangeInWords({ shown: members.length, all, found, before }, noun)}
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
