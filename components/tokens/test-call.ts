/** The first call with a new token, made by the browser: `GET /me` of this service. */

export type TestAnswer =
  | { kind: "answered"; status: number; ok: boolean; body: string; milliseconds: number; requestId: string | null }
  | { kind: "no answer" };

export async function callMe(token: string): Promise<TestAnswer> {
  const started = performance.now();
  try {
    const response = await fetch("/api/v1/me", {
      headers: { authorization: `Bearer ${token}` },
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const text = await response.text();
    return {
      kind: "answered",
      status: response.status,
      ok: response.ok,
      body: indent(text),
      milliseconds: Math.round(performance.now() - started),
      requestId: response.headers.get("x-request-id"),
    };
  } catch {
    return { kind: "no answer" };
  }
}

/** Whatever stands between here and the service may answer something else than JSON. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
