"use client";
import type { ComponentProps } from "react";
import { FirstToken } from "../overview/first-token";
import { clientLines } from "./client-lines";
import { ClientTabs } from "./client-tabs";

type AgentTokenProps = Pick<ComponentProps<typeof FirstToken>, "page" | "first" | "origin"> & {
  isPublic: boolean;
};

export function AgentToken({ isPublic, ...props }: AgentTokenProps) {
  const { origin } = props;
  return (
    <FirstToken
      {...props}
      hasToken={false}
      renderLines={(secret) => (
        <ClientTabs id="secret" clients={clientLines({ origin, isPublic }, secret.token)} secret={secret} />
      )}
    />
  );
}
