import { routes } from "@/app/api/next-adapter";
import { DISCOVERY } from "@/lib/public-api/endpoints/discovery";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(DISCOVERY["entities.list"]);
