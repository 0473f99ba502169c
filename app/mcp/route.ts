import { routes } from "@/app/api/next-adapter";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes();
