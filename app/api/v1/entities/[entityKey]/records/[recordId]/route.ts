import { routes } from "@/app/api/next-adapter";
import { READING } from "@/lib/public-api/endpoints/reading";
import { WRITING } from "@/lib/public-api/endpoints/writing";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(
  READING["records.read"],
  WRITING["records.update"],
  WRITING["records.delete"],
);
