/** The floor of a Next host: a route handler and the same statements, nothing else. */
import { run } from "../../../../../steps.mjs";

async function handle(request, { params }) {
  const { name, id } = await params;
  await request.arrayBuffer();
  return new Response(await run(name, id), { headers: { "content-type": "application/json" } });
}

export { handle as GET, handle as PATCH, handle as POST };
export const dynamic = "force-dynamic";
