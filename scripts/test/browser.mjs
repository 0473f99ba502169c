/**
 * Finds a Chromium for the tests of the pages: the one in CHROMIUM_PATH, otherwise the one from npm in the version of the lock
 * file, unpacked into node_modules/.cache, so that every machine tests in the same browser. If that one does not start, it uses
 * the first that does of Playwright's own and the system's.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const FOLDER = fileURLToPath(new URL("../../node_modules/.cache/chromium", import.meta.url));
const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** The package unpacks its own libraries, for systems that lack them, only where it believes that it runs on Lambda. */
const LAMBDA = { AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" };

/** Returns the program of a browser that starts, or null and the reason why there is none. */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return starts(named) ? found(named) : none(`CHROMIUM_PATH names ${named}, which does not start`);
  const fromNpm = fromPackage();
  if (fromNpm.path !== null) return fromNpm;
  const installed = [chromium.executablePath(), ...SYSTEM].find((program) => existsSync(program) && starts(program));
  return installed === undefined ? fromNpm : found(installed);
}

/** @param {string} program */
const found = (program) => ({ path: program, reason: null });
/** @param {string} reason */
const none = (reason) => ({ path: null, reason });

/** The package unpacks into the temporary folder and trusts what it finds there, so it gets a private folder. */
function fromPackage() {
  const starter = path.join(FOLDER, "start");
  if (!existsSync(starter)) {
    const draft = `${FOLDER}.${process.pid}`;
    try {
      mkdirSync(draft, { recursive: true });
      const problem = unpack(draft);
      if (problem !== null) return none(problem);
      // Another process was faster and has put the same files there.
      if (!existsSync(FOLDER)) renameSync(draft, FOLDER);
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  if (starts(starter)) return found(starter);
  return none("there is no Chromium on this system, and the one from npm does not start here; set CHROMIUM_PATH");
}

/** @param {string} folder */
function unpack(folder) {
  console.log("Unpacking a Chromium for the tests …");
  const code = `import("@sparticuz/chromium").then((module) => module.default.executablePath())`;
  const from = path.dirname(fileURLToPath(import.meta.url));
  const env = { ...process.env, ...LAMBDA, TMPDIR: folder };
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], { cwd: from, env });
  if (status !== 0) return `there is no Chromium on this system, and the one from npm could not be unpacked: ${stderr}`;
  const lines = ["#!/bin/sh", ...surroundings(folder), `exec "${path.join(FOLDER, "chromium")}" "$@"`];
  writeFileSync(path.join(folder, "start"), `${lines.join("\n")}\n`, { mode: 0o755 });
  return null;
}

/**
 * Sets what the program needs in its environment. The system's own libraries and fonts are better, where there are any.
 * @param {string} folder
 */
function surroundings(folder) {
  const lines = [];
  if (!existsSync("/etc/fonts/fonts.conf")) lines.push(`export FONTCONFIG_PATH="${path.join(FOLDER, "fonts")}"`);
  if (!starts(path.join(folder, "chromium"))) {
    lines.push(`export LD_LIBRARY_PATH="${path.join(FOLDER, "al2023", "lib")}"`);
  }
  return lines;
}

/** @param {string} program */
function starts(program) {
  const flags = ["--headless", "--no-sandbox", "--version"];
  return spawnSync(program, flags, { stdio: "ignore", timeout: 30_000 }).status === 0;
}
