// Writes docs/third-party.md: every module of the binary and every package of the web app, with version and licence.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const root = new URL("..", import.meta.url).pathname;
const licences = [
  [/Apache License\s+Version 2\.0/, "Apache-2.0"],
  [/Mozilla Public License,? [Vv]ersion 2\.0/, "MPL-2.0"],
  [/Permission is hereby granted, free of charge/, "MIT"],
  [
    /Permission to use, copy, modify, and(?:\/or)? distribute this software/,
    "ISC",
  ],
  [/Neither the name of/i, "BSD-3-Clause"],
  [/Redistribution and use in source and binary forms/, "BSD-2-Clause"],
];

/** The licence of a Go module, by the text of its licence file. */
function licence(dir) {
  const file = readdirSync(dir).find((name) =>
    /^(licen[cs]e|copying)/i.test(name),
  );
  const text = file ? readFileSync(`${dir}/${file}`, "utf8") : "";
  return (
    licences.find(([pattern]) => pattern.test(text))?.[1] ?? "see its source"
  );
}

const go = (...args) =>
  execFileSync("go", args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
const modules = go(
  "list",
  "-deps",
  "-f",
  "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}",
  "./cmd/proofboard",
);
const server = [...new Set(modules.split("\n").filter(Boolean))]
  .sort()
  .map((line) => {
    const [path, version, dir] = line.split(" ");
    return `| ${path} | ${version} | ${licence(dir)} |`;
  });

const lock = JSON.parse(readFileSync(`${root}/web/package-lock.json`, "utf8"));
const web = Object.entries(lock.packages)
  .filter(
    ([path, entry]) =>
      path &&
      !entry.dev &&
      !entry.devOptional &&
      !entry.optional &&
      existsSync(`${root}/web/${path}/package.json`),
  )
  .map(([path, entry]) => {
    const declared = JSON.parse(
      readFileSync(`${root}/web/${path}/package.json`, "utf8"),
    );
    return `| ${declared.name} | ${entry.version} | ${declared.license ?? "see its source"} |`;
  })
  .sort();

writeFileSync(
  `${root}/docs/third-party.md`,
  `# Third-party software

\`make notices\` writes this page. The binary contains these Go modules; the web app inside it contains
these packages.

## Server

| module | version | licence |
|---|---|---|
${server.join("\n")}

## Web app

| package | version | licence |
|---|---|---|
${[...new Set(web)].join("\n")}
`,
);
