"use client";
import { type ComponentProps, useState } from "react";
import { Checkbox } from "./checkbox";
import { TextField } from "./field";

export function PasswordField(field: Omit<ComponentProps<typeof TextField>, "type">) {
  const [shown, setShown] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField autoCapitalize="none" spellCheck={false} {...field} type={shown ? "text" : "password"} />
      <Checkbox label="Show" checked={shown} onChange={(event) => setShown(event.target.checked)} />
    </div>
  );
}
