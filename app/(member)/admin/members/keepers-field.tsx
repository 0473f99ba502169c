/** The managers of a service account: a checkbox for each of them, and a field for others, which the browser completes. */
import { useId } from "react";
import { TextField } from "@/components/ui/controls/field";
import { ChoiceList } from "./choice-list";

type KeepersFieldProps = {
  keepers: readonly string[];
  /** The addresses as sent, if they were refused; otherwise null. */
  sent: readonly string[] | null;
  persons: readonly { email: string; name: string }[];
  error: string | null;
};

export function KeepersField({ keepers, sent, persons, error }: KeepersFieldProps) {
  const id = useId();
  const names = new Map(persons.map(({ email, name }) => [email, name]));
  const chosen = sent ?? keepers;
  const isListed = (email: string) => names.has(email) || keepers.includes(email);
  const listed = [...new Set([...keepers, ...chosen.filter(isListed)])];
  const typed = chosen.filter((email) => !isListed(email)).join(", ");
  return (
    <ChoiceList
      key={listed.join()}
      legend="Managers"
      hint="They can create, rotate and revoke the tokens of this account, as administrators can."
      name="keeper"
      options={listed.map((email) => ({ value: email, label: names.get(email) ?? email, hint: email }))}
      chosen={chosen}
      error={null}
    >
      <TextField
        label={listed.length === 0 ? "Add managers" : "Add more managers"}
        name="added-keepers"
        type="email"
        multiple
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="E-mail addresses of active members, with commas between them."
        defaultValue={typed}
        error={error}
        className="mt-3"
      />
      <datalist id={id}>
        {persons
          .filter(({ email }) => !listed.includes(email))
          .map(({ email, name }) => (
            <option key={email} value={email} label={name} />
          ))}
      </datalist>
    </ChoiceList>
  );
}
