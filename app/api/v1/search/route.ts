import { routes } from "@/app/api/next-adapter";
import { SEARCHING } from "@/lib/public-api/endpoints/reading";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(SEARCHING.search);
