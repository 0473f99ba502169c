import { routes } from "@/app/api/next-adapter";
import { DESCRIBING } from "@/lib/public-api/endpoints/describing";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(DESCRIBING.openapi);
