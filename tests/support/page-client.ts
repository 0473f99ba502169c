/**
 * A browser without scripts, for tests of the pages over HTTP: it keeps cookies, sends the forms of pages as they are,
 * and follows no redirect. A form's action answers with a page or a redirect.
 */
import { randomUUID } from "node:crypto";
import { type Answer, type Call, sendTo } from "./http";

export type PageClient = {
  get(path: string, call?: Omit<Call, "path">): Promise<Answer>;
  /** Sends the first form of `page` that has a field of this name, with these fields filled in. */
  submit(path: string, page: Answer, fields: Record<string, string>, call?: Omit<Call, "path">): Promise<Answer>;
  /** Name and value of each cookie that is kept. */
  cookies: Map<string, string>;
};

export function pageClient(origin: string, from?: string): PageClient {
  const cookies = new Map<string, string>();

  async function ask(path: string, call: Omit<Call, "path">): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...Object.fromEntries(Object.entries(call.headers ?? {})) };
    const answer = await sendTo(origin, path, { from, ...call, headers });
    for (const line of answer.headers["set-cookie"] ?? []) keep(line);
    return answer;
  }

  function keep(line: string): void {
    const [pair = ""] = line.split(";");
    const at = pair.indexOf("=");
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === "" || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  return {
    cookies,
    get: (path, call = {}) => ask(path, call),
    submit: (path, page, fields, call = {}) => {
      const form = formWith(page.text, Object.keys(fields));
      const { body, type } = multipart({ ...form, ...fields });
      const headers = { origin, "content-type": type, ...Object.fromEntries(Object.entries(call.headers ?? {})) };
      return ask(path, { ...call, method: "POST", body, headers });
    },
  };
}

/** The hidden fields of the form that has all of these names, the ones that name the action among them. */
function formWith(html: string, names: string[]): Record<string, string> {
  const forms = html.match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const found = forms.map(inputsOf).find((inputs) => names.every((name) => name in inputs));
  if (found === undefined)
    throw new Error(`No form of the page has the fields ${names.join(", ")}:\n${html.slice(0, 2_000)}`);
  return found;
}

function inputsOf(form: string): Record<string, string> {
  const inputs = form.match(/<(?:input|button|textarea)\b[^>]*>/g) ?? [];
  const pairs = inputs.flatMap((input) => {
    const name = attribute(input, "name");
    return name === null ? [] : [[name, attribute(input, "value") ?? ""] as const];
  });
  return Object.fromEntries(pairs);
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? null : unescaped(value);
}

export function unescaped(html: string): string {
  return html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function multipart(fields: Record<string, string>): { body: string; type: string } {
  const boundary = `form-${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join("")}--${boundary}--\r\n`, type: `multipart/form-data; boundary=${boundary}` };
}
