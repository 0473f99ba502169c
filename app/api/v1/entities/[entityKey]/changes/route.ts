import { routes } from "@/app/api/next-adapter";
import { FOLLOWING } from "@/lib/public-api/endpoints/following";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(FOLLOWING["changes.list"]);
