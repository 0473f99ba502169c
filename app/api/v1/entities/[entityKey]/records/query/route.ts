import { door } from "@/app/api/v1/door";

export const dynamic = "force-dynamic";
export { door as DELETE, door as GET, door as HEAD, door as OPTIONS, door as PATCH, door as POST, door as PUT };
