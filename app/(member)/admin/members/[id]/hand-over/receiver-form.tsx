/** Chooses who gets the tokens: from a list or, if there are many receivers, by an address that the browser completes. */
import { useId } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import { ButtonForKeys, FormOnChange } from "@/components/ui/controls/form-on-change";
import type { Member } from "@/lib/model";

type ReceiverFormProps = {
  receivers: readonly Member[];
  /** Absent: none is chosen, or no receiver has the typed address. */
  to: Member | undefined;
  typed: string;
  /** The member who views the page. */
  viewerId: string;
};

/** Beyond this, a list is too long to look through. */
const LISTED_RECEIVERS = 20;

export function ReceiverForm({ receivers, to, typed, viewerId }: ReceiverFormProps) {
  const id = useId();
  const nameOf = (member: Member) => (member.id === viewerId ? "You" : member.name);
  const field = { label: "New owner", name: "to", className: "min-w-0 flex-1 basis-64" };
  if (receivers.length <= LISTED_RECEIVERS) {
    return (
      <FormOnChange className="flex flex-wrap items-end gap-3">
        <SelectField
          {...field}
          // The key resets the field when the page has another receiver.
          key={to?.id}
          defaultValue={to?.id ?? ""}
          options={[
            { value: "", label: "Choose a new owner" },
            ...receivers.map((member) => ({
              value: member.id,
              label: member.id === viewerId ? "You" : `${member.name} (${member.email})`,
            })),
          ]}
        />
        <ButtonForKeys>Show tokens</ButtonForKeys>
      </FormOnChange>
    );
  }
  return (
    <form className="flex flex-wrap items-end gap-3">
      <TextField
        {...field}
        key={typed}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="Address of a service account"
        defaultValue={to?.email ?? typed}
        error={to === undefined && typed !== "" ? "No active service account has this address." : null}
      />
      <datalist id={id}>
        {receivers.map((member) => (
          <option key={member.id} value={member.email} label={nameOf(member)} />
        ))}
      </datalist>
      <Button type="submit">Show tokens</Button>
    </form>
  );
}

/** Finds a receiver by id or address. There is no default, so the administrator has to choose. */
export function receiverOf(receivers: readonly Member[], typed: string): Member | undefined {
  return receivers.find(({ id, email }) => id === typed || email === typed.trim().toLowerCase());
}
