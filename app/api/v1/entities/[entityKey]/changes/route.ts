import { routes } from "@/app/api/next-adapter";
import { ROWS } from "@/lib/public-api/endpoints/registry";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(ROWS["changes.list"]);
