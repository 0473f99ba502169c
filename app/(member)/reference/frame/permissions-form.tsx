/** Chooses whose permissions the reference shows. A plain form, so that it works without a script. */

import { SelectField, type SelectOption } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import type { ListedToken } from "@/lib/tokens/read/list";
import { referenceAddress } from "../reference-address";

type PermissionsFormProps = { tokens: ListedToken[]; tokenId: string | null; entityKey: string | null };

export function PermissionsForm({ tokens, tokenId, entityKey }: PermissionsFormProps) {
  const address = referenceAddress({ entityKey: entityKey ?? undefined, tokenId: null });
  return (
    <FormOnChange action={address} className="flex min-w-0 flex-wrap items-end gap-2">
      <SelectField
        // The key resets the field on another page.
        key={tokenId}
        label="Permissions of"
        name="token"
        defaultValue={tokenId ?? ""}
        options={toChoices(tokens)}
        className="w-72 min-w-0 max-w-full"
      />
      <ButtonForKeys>Show</ButtonForKeys>
    </FormOnChange>
  );
}

export function toChoices(tokens: ListedToken[]): SelectOption[] {
  return [
    { value: "", label: "You, with all your permissions" },
    ...tokens.map(({ id, name, hint }) => ({ value: id, label: `${name} (${hint})` })),
  ];
}
