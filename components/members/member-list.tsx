/** A list of members: a search where there are many, one page of the list, and links to the other pages. */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberCursor, MemberPage } from "@/lib/members/list";
import { addressOf, parametersOf, unfilteredAddress } from "@/lib/session/page-address";
import { LinkButton } from "../ui/controls/button";
import { EmptyState } from "../ui/empty";
import { formatRange, type Noun } from "../ui/list-range";
import { PageLinks } from "../ui/page-links";
import { SearchForm } from "../ui/search-form";
import { type MemberListAddress, type MemberListState, toPlace } from "./member-address";

type MemberListProps = {
  list: MemberListAddress;
  state: MemberListState;
  page: MemberPage;
  /** The number of members in the list, whatever the search. */
  all: number;
  noun: Noun;
  children: ReactNode;
};

export function MemberList({ list, state, page, all, noun, children }: MemberListProps) {
  const { members, found, before, previous, next } = page;
  const everyHref = unfilteredAddress(list, state);
  const hrefOf = (place: MemberCursor) => addressOf(list, state, toPlace(place));
  const isLong = previous !== null || next !== null;
  return (
    <>
      {(isLong || state.text !== "") && (
        <SearchForm
          label={`Search ${noun.several}`}
          path={list.path}
          kept={parametersOf(list.view, state)}
          text={state.text}
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
        firstHref={previous && addressOf(list, state, {})}
        previousHref={previous && hrefOf(previous)}
        nextHref={next && hrefOf(next)}
      />
    </>
  );
}
