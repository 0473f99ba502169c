/** Changes what can change of a token without a new secret: its name and purpose, less access, tighter limits. For its owner. */
import type { Metadata } from "next";
import Link from "next/link";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { env } from "@/lib/process/env";
import { openManagedToken, type TokenParams } from "../open-token";
import { LimitForm } from "./limit-form";
import { limitableFields } from "./limitable-fields";
import { NarrowForm } from "./narrow-form";
import { RenameForm } from "./rename-form";
import { grantedPermissions } from "./taken-away";

export const metadata: Metadata = { title: "Edit token" };

type EditPageProps = TokenParams & { searchParams: Promise<{ remove?: string | string[] }> };

export default async function EditPage({ params, searchParams }: EditPageProps) {
  const { detail, tokenPolicy, page } = await openManagedToken(params);
  const { token, access } = detail;
  const { id } = token;
  const { remove = [] } = await searchParams;
  const proposed = grantedPermissions(access).filter((permission) => [remove].flat().includes(permission));
  return (
    <>
      <PageHeader
        title={
          <>
            Edit “<bdi>{token.name}</bdi>”
          </>
        }
        back={{ href: `/tokens/${id}`, label: token.name }}
      />
      {token.state === "active" ? (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <RenameForm token={token} requirePurpose={tokenPolicy.requirePurpose} page={page} />
          <NarrowForm tokenId={id} access={access} follows={token.scopes === null} proposed={proposed} page={page} />
          <LimitForm
            tokenId={id}
            limits={token.limits}
            entities={limitableFields(access)}
            requestsPerMinute={env().RATE_LIMIT_REQUESTS_PER_MINUTE}
            page={page}
          />
        </div>
      ) : (
        <Notice tone="warn" title={`This token is ${token.status}`}>
          What does not work any more stays as it was.{" "}
          <Link href="/tokens/new" className="inline-block min-h-6 text-accent underline">
            Create a new token
          </Link>
        </Notice>
      )}
    </>
  );
}
