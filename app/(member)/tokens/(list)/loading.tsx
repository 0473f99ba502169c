import { ListSkeleton } from "@/components/tokens/list/list-skeleton";
import { TokensHeader } from "./tokens-header";

export default function LoadingTokens() {
  return (
    <>
      <TokensHeader />
      <ListSkeleton />
    </>
  );
}
