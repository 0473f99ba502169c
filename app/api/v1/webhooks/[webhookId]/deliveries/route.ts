import { routes } from "@/app/api/next-adapter";
import { WEBHOOKS } from "@/lib/public-api/endpoints/webhooks";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = routes(WEBHOOKS["webhooks.deliveries"]);
