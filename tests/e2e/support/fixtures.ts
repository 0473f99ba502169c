/**
 * The fixtures of scenarios. `signedInAs(person)` opens a page in a browser of that person's own; members and tokens are
 * new for each scenario, the organizations are the worker's. A complaint in any page's console fails the scenario.
 */
import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { type Answer, type Call, send } from "../../support/http";
import { nameField, openNewToken } from "./new-token";
import {
  addPerson,
  addToken,
  type IssuedToken,
  type Office,
  openOffice,
  type Person,
  type PersonOptions,
  type TokenOptions,
} from "./people";
import { type SessionOptions, sessionOf } from "./session";
import { openToken } from "./token-page";

/** The errors of a page: script errors, refused resources, violations of its content security policy. */
type Complaints = { watch(context: BrowserContext): void; expectNone(tolerated: RegExp[]): void };

function collectComplaints(): Complaints {
  const complaints: string[] = [];
  return {
    watch: (context) => {
      context.on("console", (message) => {
        if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => complaints.push(String(error.error())));
    },
    expectNone: (tolerated) => {
      expect(complaints.filter((text) => !tolerated.some((pattern) => pattern.test(text)))).toEqual([]);
    },
  };
}

/** The people of this worker as whom scenarios look at pages, without changing them. */
export type World = {
  /** The service's origin: `http://host:port`. */
  origin: string;
  office: Office;
  /** Administrator of `office`, with every right. */
  ada: Person;
  /** Members of `office`, neither an administrator. */
  wim: Person;
  rea: Person;
  /** Administrator of another organization. */
  gus: Person;
};

type Fixtures = {
  /** Console messages allowed in this file's scenarios: `test.use({ tolerated: [/404/] })`. */
  tolerated: RegExp[];
  complaints: Complaints;
  /** A page of its own context, signed in without the form. */
  signedInAs: (person: Person, options?: SessionOptions) => Promise<Page>;
  /** Such a page, at that address. */
  openAs: (person: Person, path: string, options?: SessionOptions) => Promise<Page>;
  newMember: (options?: NewMember) => Promise<Person>;
  callApi: (call: Call) => Promise<Answer>;
  /** A new member on the page that creates tokens, with the name filled in if given. */
  startToken: (options?: NewMember & { named?: string }) => Promise<{ person: Person; page: Page }>;
  /** A new member on the page of their own token, or on a page below it. */
  openOwnToken: (
    token?: TokenOptions,
    owner?: NewMember,
    path?: string,
  ) => Promise<{ owner: Person; token: IssuedToken; page: Page }>;
};

/** A member of the worker's organization, unless another is given. */
type NewMember = PersonOptions & { office?: Office };

/** Tags one scenario for each flow of the pages: those that `npm test` runs (`tests/rings.mjs`). */
export const FLOW = { tag: "@flow" };

export const test = base.extend<Fixtures, { world: World }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture stands on.
  world: [async ({}, use) => use(await openWorld()), { scope: "worker" }],
  baseURL: async ({ world }, use) => use(world.origin),

  tolerated: [[], { option: true }],
  complaints: [
    async ({ tolerated }, use) => {
      const complaints = collectComplaints();
      await use(complaints);
      complaints.expectNone(tolerated);
    },
    { auto: true },
  ],

  context: async ({ context, complaints }, use) => {
    complaints.watch(context);
    await use(context);
  },

  signedInAs: async ({ browser, contextOptions, viewport, locale, timezoneId, baseURL, complaints }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (person, options) => {
      const storageState = await sessionOf(person, options);
      // What is not set is undefined here, and absent to Playwright.
      const settings = {
        ...contextOptions,
        viewport,
        locale,
        timezoneId,
        baseURL,
        storageState,
      } as BrowserContextOptions;
      const context = await browser.newContext(settings);
      complaints.watch(context);
      opened.push(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },

  openAs: async ({ signedInAs }, use) =>
    use(async (person, path, options) => {
      const page = await signedInAs(person, options);
      await page.goto(path);
      return page;
    }),

  newMember: async ({ world }, use) => use(({ office = world.office, ...options } = {}) => addPerson(office, options)),
  callApi: async ({ world }, use) => use((call) => send(world.origin, call)),

  startToken: async ({ newMember, signedInAs }, use) =>
    use(async ({ named, ...options } = {}) => {
      const person = await newMember(options);
      const page = await signedInAs(person);
      await openNewToken(page);
      if (named !== undefined) await nameField(page).fill(named);
      return { person, page };
    }),
  openOwnToken: async ({ newMember, signedInAs }, use) =>
    use(async (options, member, path) => {
      const owner = await newMember(member);
      const token = await addToken(owner, options);
      const page = await signedInAs(owner);
      await openToken(page, token, path);
      return { owner, token, page };
    }),
});

export { expect } from "@playwright/test";

async function openWorld(): Promise<World> {
  const [office, otherOffice] = [await openOffice("Nordlicht"), await openOffice("Harbour Foods")];
  return {
    origin: process.env.APP_URL ?? "",
    office,
    ada: await addPerson(office, { name: "Ada Lindqvist", roles: ["manager"], admin: true }),
    wim: await addPerson(office, { name: "Wim Vermeer" }),
    rea: await addPerson(office, { name: "Rea Costa", roles: ["support"] }),
    gus: await addPerson(otherOffice, { name: "Gus Harper", roles: ["manager"], admin: true }),
  };
}
