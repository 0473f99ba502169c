/** Changes what can change of a token without a new secret: its name and purpose, less access, tighter limits. For its owner. */
import type { Metadata } from "next";
import Link from "next/link";
import { Card } from "@/components/ui/card";
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

const LESS_ACCESS =
  "Untick what the token no longer needs. Access can only be taken away; adding some takes a new token.";
const FOLLOWS =
  " This one has whatever you can do, now and later; with anything taken away it keeps what is ticked, and nothing comes later.";

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
          <Card title="Name and purpose" description="The secret stays the same.">
            <RenameForm token={token} requirePurpose={tokenPolicy.requirePurpose} page={page} />
          </Card>
          <Card title="Access" description={`${LESS_ACCESS}${token.scopes === null ? FOLLOWS : ""}`}>
            <NarrowForm tokenId={id} access={access} proposed={proposed} page={page} />
          </Card>
          <Card
            title="Limits"
            description={
              <>
                They only ever get tighter. To loosen one,{" "}
                <Link href={`/tokens/new?from=${id}`} className="inline-block min-h-6 text-accent underline">
                  clone this token
                </Link>
                .
              </>
            }
          >
            <LimitForm
              tokenId={id}
              limits={token.limits}
              entities={limitableFields(access)}
              requestsPerMinute={env().RATE_LIMIT_REQUESTS_PER_MINUTE}
              page={page}
            />
          </Card>
        </div>
      ) : (
        <Notice tone="warn" title={`This token is ${token.status}`}>
          A token that no longer works stays as it was.{" "}
          <Link href="/tokens/new" className="inline-block min-h-6 text-accent underline">
            Create a new token
          </Link>
        </Notice>
      )}
    </>
  );
}
