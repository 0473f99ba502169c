import { ListSkeleton } from "@/components/tokens/list/list-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

export default function LoadingTokens() {
  return (
    <>
      <Skeleton className="mb-8 h-9 w-48" />
      <ListSkeleton />
    </>
  );
}
