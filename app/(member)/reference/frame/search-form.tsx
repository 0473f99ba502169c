/** Searches everything while the person types. All results have a page of their own, so it works without a script. */
import { Search } from "lucide-react";
import { SearchField } from "@/components/search/search-field";
import { Button } from "@/components/ui/controls/button";
import type { PageMember } from "@/lib/session/visitor";

type SearchFormProps = { page: PageMember; tokenId: string | null; search: string };

export function SearchForm({ page, tokenId, search }: SearchFormProps) {
  return (
    <search className="min-w-0">
      <form action="/reference" className="flex min-w-0 flex-wrap items-end gap-2">
        {tokenId !== null && <input type="hidden" name="token" value={tokenId} />}
        <SearchField page={page} tokenId={tokenId} label="Search" search={search} />
        <Button type="submit" aria-label="Show all results">
          <Search aria-hidden />
        </Button>
      </form>
    </search>
  );
}
