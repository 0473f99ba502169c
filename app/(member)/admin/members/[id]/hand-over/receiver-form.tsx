/** Who gets the tokens: chosen from a list; of many, by an address, which browsers complete, scripts or none. */
import { useId } from "react";
import { Button } from "@/components/ui/controls/button";
import { SelectField, TextField } from "@/components/ui/controls/field";
import type { Member } from "@/lib/model";

type ReceiverFormProps = {
  receivers: readonly Member[];
  /** Whoever is chosen; absent: nobody has the address that was typed. */
  to: Member | undefined;
  typed: string;
  /** Whose page it is. */
  viewerId: string;
};

/** A list of more is no list to look through. */
const LISTED_RECEIVERS = 20;

export function ReceiverForm({ receivers, to, typed, viewerId }: ReceiverFormProps) {
  const id = useId();
  const nameOf = (member: Member) => (member.id === viewerId ? "You" : member.name);
  const field = { label: "New owner", name: "to", className: "min-w-0 flex-1 basis-64" };
  return (
    <form className="flex flex-wrap items-end gap-3">
      {receivers.length <= LISTED_RECEIVERS ? (
        <SelectField
          {...field}
          defaultValue={to?.id}
          options={receivers.map((member) => ({
            value: member.id,
            label: member.id === viewerId ? "You" : `${member.name} (${member.email})`,
          }))}
        />
      ) : (
        <>
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
        </>
      )}
      <Button type="submit">Show what moves</Button>
    </form>
  );
}

/** By their id or address. Of a few, the first is chosen before anybody has chosen. */
export function receiverOf(receivers: readonly Member[], typed: string): Member | undefined {
  const found = receivers.find(({ id, email }) => id === typed || email === typed.trim().toLowerCase());
  return found ?? (receivers.length <= LISTED_RECEIVERS ? receivers[0] : undefined);
}
