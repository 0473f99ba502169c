/** Looks for entities, fields and endpoints. What is found is a page of its own, so that it works without a script. */
import { Search } from "lucide-react";
import { Button } from "@/components/ui/controls/button";
import { controlClass } from "@/components/ui/controls/field";
import { NO_TOKEN } from "@/lib/tokens/pasted";

export function SearchForm({ tokenId, search }: { tokenId: string | null; search: string }) {
  return (
    <search className="min-w-0">
      <form action="/reference" className="flex min-w-0 flex-wrap items-end gap-2">
        {tokenId !== null && <input type="hidden" name="token" value={tokenId} />}
        <label className="grid w-64 min-w-0 max-w-full gap-1.5 font-medium text-sm">
          Search the reference
          <input
            key={search}
            type="search"
            name="q"
            defaultValue={search}
            placeholder="Entity, field or endpoint"
            autoComplete="off"
            {...NO_TOKEN}
            maxLength={200}
            className={`${controlClass} font-normal text-[0.9375rem]`}
          />
        </label>
        <Button type="submit">
          <Search aria-hidden />
          Search
        </Button>
      </form>
    </search>
  );
}
