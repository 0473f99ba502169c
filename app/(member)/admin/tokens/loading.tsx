import { ListSkeleton } from "@/components/tokens/list/list-skeleton";

export default ListSkeleton;
