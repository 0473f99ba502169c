/**
 * Every path of the API: which of them have endpoints is the registry's to say, and routing the pipeline's, which knows the path as it was
 * received. Each method is handed over, because Next would respond in a form of its own to those that are not.
 */
export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
} from "@/app/api/next-adapter";

export const dynamic = "force-dynamic";
