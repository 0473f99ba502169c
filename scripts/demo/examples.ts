/** The six commands that the demo prints. They use records that exist, and can be pasted again and again. */

type Page = { items: { id: string }[] };
type Call = <Data>(method: string, path: string, body?: object) => Promise<Data>;

/** `base`: the address of the API. */
export async function examples(base: string, token: string): Promise<{ title: string; command: string }[]> {
  const call = caller(base, token);
  const cities = await call<Page>("POST", "/entities/cities/records/query", {
    where: ["name", "eq", "Amsterdam"],
    sort: [{ field: "population", direction: "desc" }],
    limit: 1,
  });
  const city = cities.items[0] ?? (await call<Page>("GET", "/entities/cities/records?limit=1")).items[0];
  const draft = await findDraft(call, city?.id);
  const { nextCursor } = await call<{ nextCursor: string }>("GET", "/entities/corrections/changes");

  const auth = `-H 'authorization: Bearer ${token}'`;
  const json = "-H 'content-type: application/json'";
  const large = {
    where: ["population", "gt", 5_000_000],
    sort: [{ field: "population", direction: "desc" }],
    fields: ["name", "population"],
    limit: 5,
  };
  const correction = { data: { title: "A better name", city: city?.id, proposal: "Mokum" } };
  const change = { data: { proposal: "About 930,000 people." } };
  const record = `${base}/entities/corrections/records/${draft.id}`;
  const etag = `$(curl -sI ${auth} ${record} | grep -i '^etag:' | cut -d' ' -f2 | tr -d '\\r')`;
  return [
    { title: "Who am I?", command: `curl -s -w "\\n" ${auth} ${base}/me` },
    { title: "What can I do?", command: `curl -s -w "\\n" ${auth} ${base}/entities` },
    {
      title: "The five largest cities",
      command: `curl -s -w "\\n" ${auth} ${json} -d '${JSON.stringify(large)}' ${base}/entities/cities/records/query`,
    },
    {
      title: "Draft a correction",
      command: `curl -s -w "\\n" ${auth} ${json} -d '${JSON.stringify(correction)}' ${base}/entities/corrections/records`,
    },
    {
      title: "Change a draft, if it is still the version that HEAD tells",
      command: `curl -s -w "\\n" -X PATCH ${auth} ${json} -H "if-match: ${etag}" -d '${JSON.stringify(change)}' ${record}`,
    },
    {
      title: "What changed since these lines were printed?",
      command: `curl -s -w "\\n" ${auth} '${base}/entities/corrections/changes?cursor=${nextCursor}'`,
    },
  ];
}

/** An approved correction is locked, so there may be no draft left to change. */
async function findDraft(call: Call, cityId: string | undefined): Promise<{ id: string }> {
  const query = { where: ["status", "eq", "draft"], sort: [{ field: "created", direction: "asc" }], limit: 1 };
  const { items } = await call<Page>("POST", "/entities/corrections/records/query", query);
  if (items[0] !== undefined) return items[0];
  const data = { title: "Amsterdam has grown", city: cityId, proposal: "About 920,000 people." };
  return call("POST", "/entities/corrections/records", { data });
}

function caller(base: string, token: string): Call {
  return async (method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, error } = (await answer.json()) as { data: never; error?: { code: string; message: string } };
    if (error !== undefined) throw new Error(`${method} ${path} answered ${error.code}: ${error.message}`);
    return data;
  };
}
