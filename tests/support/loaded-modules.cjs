/** Required by a process before its program: writes down, when it ends, which CommonJS modules it has loaded. */
const { writeFileSync } = require("node:fs");
const path = require("node:path");

process.on("exit", () => {
  const file = path.join(process.env.LOADED_MODULES_FOLDER, String(process.pid));
  writeFileSync(file, JSON.stringify(Object.keys(require.cache)));
});
