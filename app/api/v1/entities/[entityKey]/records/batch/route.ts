import { routes } from "@/app/api/next-adapter";
import { BATCH } from "@/lib/public-api/endpoints/batch";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(BATCH["records.batch"]);
