/** A list of members: a search where there are many, one page of the list, and links to the other pages. */
import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import type { MemberCursor, MemberPage } from "@/lib/members/list";
import { addressOf, parametersOf, unfilteredAddress } from "@/lib/session/page-address";
import { NO_TOKEN } from "@/lib/tokens/pasted";
import { Button, LinkButton } from "../ui/controls/button";
import { controlClass, PLAIN } from "../ui/controls/control-class";
import { HiddenFields } from "../ui/controls/hidden-fields";
import { EmptyState } from "../ui/empty";
import { formatRange, type Noun } from "../ui/list-range";
import { PageLinks } from "../ui/page-links";
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
          {...{ list, state, noun, everyHref }}
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

/** `everyHref`: the list without the search. */
type SearchFormProps = Pick<MemberListProps, "list" | "state" | "noun"> & { everyHref: string; summary: string };

function SearchForm({ list, state, noun, everyHref, summary }: SearchFormProps) {
  const label = `Search ${noun.several}`;
  return (
    <search aria-label={label} className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      {/* An uncontrolled field keeps its text when the address changes, so the key creates a new form. */}
      <form key={state.text} action={list.path} className="flex min-w-0 max-w-md flex-1 basis-72 gap-3">
        <HiddenFields values={parametersOf(list.view, state)} />
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder="Name or address"
          {...PLAIN}
          {...NO_TOKEN}
          defaultValue={state.text}
          className={controlClass}
        />
        <Button type="submit">Search</Button>
      </form>
      {state.text !== "" && (
        <LinkButton look="quiet" href={everyHref}>
          Clear search
        </LinkButton>
      )}
      <p role="status" className="text-quiet text-sm">
        {summary}
      </p>
    </search>
  );
}
