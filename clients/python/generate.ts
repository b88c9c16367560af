// npm run client:python: generates a Python package for each area from its OpenAPI document.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { CommandError } from '../../infra/command/command-error.ts';
import { runCommand } from '../../infra/command/command-line.ts';
import { getSystemCode } from '../../infra/command/local-platform-error.ts';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { buildOpenApiDocument, listDocumentedAreas } from '../../infra/openapi/document.ts';
import { parseArguments, usage } from './arguments.ts';
import { prepareDocument, protectDocument } from './prepare-document.ts';

const require = createRequire(import.meta.url);
/** This version of the package contains the program itself; later ones download it. */
const generator = join(
  dirname(require.resolve('@openapitools/openapi-generator-cli/package.json')),
  'bin',
  'openapi-generator.jar',
);
const converter = join(
  dirname(require.resolve('@apiture/openapi-down-convert/package.json')),
  'lib',
  'src',
  'cli.js',
);

/** Runs a program; what it says is shown only when it fails. */
async function runProgram(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(String(part)));
  let isMissing = false;
  child.once('error', (error) => {
    said.push(error.message);
    isMissing = getSystemCode(error) === 'ENOENT';
  });
  const code = await new Promise<number | null>((ended) => child.once('close', ended));
  if (isMissing)
    throw new CommandError(
      `${program} was not found on the PATH, and the generator needs it: install it and try again.`,
    );
  if (code !== 0) throw new Error(`${program} failed:\n${said.join('')}`);
}

async function main(args: readonly string[]): Promise<void> {
  const { out: target, base, areas } = parseArguments(args);
  process.env.ISSUER = `${base}/identity`;
  const endpoints = await listEndpoints();
  const folder = await mkdtemp(join(tmpdir(), 'rostrum-python-'));
  try {
    for (const area of listDocumentedAreas(endpoints)) {
      if (!areas.includes(area)) continue;
      const document = buildOpenApiDocument(area, endpoints, { servers: [{ url: `${base}/${area}` }] });
      const [written, converted, prepared] = ['31', '30', 'prepared'].map((name) =>
        join(folder, `${area}-${name}.json`),
      ) as [string, string, string];
      await writeFile(written, JSON.stringify(protectDocument(document)));
      await runProgram(process.execPath, [converter, '--input', written, '--output', converted]);
      await writeFile(
        prepared,
        JSON.stringify(prepareDocument(JSON.parse(await readFile(converted, 'utf8')))),
      );
      const out = join(resolve(target), area);
      await rm(out, { recursive: true, force: true });
      await mkdir(out, { recursive: true });
      const options = ['-g', 'python', '-i', prepared, '-o', out, '--package-name', `rostrum_${area}`];
      await runProgram('java', ['-jar', generator, 'generate', ...options]);
      console.log(out);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await runCommand(main, { what: 'The client', usage });
