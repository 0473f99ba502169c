/**
 * An OpenID Connect provider for tests, over real HTTP: discovery, an authorization endpoint that lets everybody in as the person
 * that the test names, a token endpoint that checks client, code and PKCE, and the keys that its ID tokens are signed with.
 */
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Claims = { sub: string; email?: string; email_verified?: boolean | string; name?: string };

export type IdentityProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The next person to be let in, and their claims. */
  person: Claims;
  /** Replaces claims of the ID token: with a wrong issuer, audience or nonce. */
  forged: Record<string, unknown>;
  /** The service's last request to the authorization endpoint. */
  asked: URLSearchParams;
  stop(): Promise<void>;
};

type Grant = { claims: Record<string, unknown>; challenge: string | null; redirectUri: string | null };

const KEY_ID = "test-key";

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: IdentityProvider = {
    issuer,
    clientId: "records-pages",
    clientSecret: "a secret of the tests",
    person: { sub: "nobody" },
    forged: {},
    asked: new URLSearchParams(),
    stop: () => stop(server),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/.well-known/openid-configuration") return json(response, 200, discovery());
    if (url.pathname === "/keys") return json(response, 200, { keys: [jwk()] });
    if (url.pathname === "/authorize") return authorize(url, response);
    if (url.pathname === "/token") return token(new URLSearchParams(await textOf(request)), response);
    return json(response, 404, {});
  }

  function discovery() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ["code"],
      id_token_signing_alg_values_supported: ["RS256"],
    };
  }

  function jwk() {
    return { ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "RS256", use: "sig" };
  }

  function authorize({ searchParams }: URL, response: ServerResponse): void {
    provider.asked = searchParams;
    const code = randomUUID();
    const claims = { ...provider.person, nonce: searchParams.get("nonce"), ...provider.forged };
    const redirectUri = searchParams.get("redirect_uri");
    grants.set(code, { claims, challenge: searchParams.get("code_challenge"), redirectUri });
    const back = new URL(redirectUri ?? issuer);
    back.searchParams.set("code", code);
    back.searchParams.set("state", searchParams.get("state") ?? "");
    response.writeHead(302, { location: back.href }).end();
  }

  function token(form: URLSearchParams, response: ServerResponse): void {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isClient = form.get("client_id") === provider.clientId && form.get("client_secret") === provider.clientSecret;
    if (
      grant === undefined ||
      !isClient ||
      grant.challenge !== challenge ||
      grant.redirectUri !== form.get("redirect_uri")
    ) {
      json(response, 400, { error: "invalid_grant" });
      return;
    }
    const tokens = { access_token: randomUUID(), refresh_token: randomUUID(), token_type: "Bearer", expires_in: 60 };
    json(response, 200, { ...tokens, id_token: idToken(grant.claims) });
  }

  function idToken(claims: Record<string, unknown>): string {
    const now = Math.floor(Date.now() / 1000);
    const body = { iss: issuer, aud: provider.clientId, iat: now, exp: now + 60, ...claims };
    const text = [{ alg: "RS256", kid: KEY_ID, typ: "JWT" }, body]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
  }

  return provider;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
