/** Chooses whose permissions the reference is for. A form as any other, so that it works without a script. */
import { Button } from "@/components/ui/controls/button";
import { SelectField, type SelectOption } from "@/components/ui/controls/field";
import type { ListedToken } from "@/lib/tokens/read/list";
import { referenceAddress } from "../reference-address";

type PermissionsFormProps = { tokens: ListedToken[]; tokenId: string | null; entityKey: string | null };

export function PermissionsForm({ tokens, tokenId, entityKey }: PermissionsFormProps) {
  const address = referenceAddress({ entityKey: entityKey ?? undefined, tokenId: null });
  return (
    <form action={address} className="flex min-w-0 flex-wrap items-end gap-2">
      <SelectField
        // Another page: what it begins with is another.
        key={tokenId}
        label="Show what can be done by"
        name="token"
        defaultValue={tokenId ?? ""}
        options={toChoices(tokens)}
        className="w-72 min-w-0 max-w-full"
      />
      <Button type="submit">Show</Button>
    </form>
  );
}

export function toChoices(tokens: ListedToken[]): SelectOption[] {
  return [
    { value: "", label: "You, with all of your permissions" },
    ...tokens.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
  ];
}
