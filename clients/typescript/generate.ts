// npm run client: writes the types of every operation from the contracts, and builds the package into dist/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parseCommandLine, runCommand } from '../../infra/command/command-line.ts';
import { listEndpoints, projectFolder } from '../../infra/contracts/registry.ts';
import { buildOpenApiDocument, listDocumentedAreas } from '../../infra/openapi/document.ts';
import { toClientDocument } from './client-document.ts';
import { findLists } from './find-lists.ts';

const folder = import.meta.dirname;
const generated = join(folder, 'src', 'generated');

async function writeTypes(): Promise<void> {
  process.env.ISSUER = 'https://rostrum.invalid/identity';
  const endpoints = await listEndpoints();
  await rm(generated, { recursive: true, force: true });
  await mkdir(generated, { recursive: true });
  const lists: Record<string, unknown> = {};
  for (const area of listDocumentedAreas(endpoints)) {
    const servers = [{ url: `/${area}` }];
    const document = toClientDocument(buildOpenApiDocument(area, endpoints, { servers }));
    lists[area] = findLists(document);
    const types = await openapiTypescript(JSON.stringify(document), {
      // A field with a default may be left out of a request.
      defaultNonNullable: false,
    });
    await writeFile(join(generated, `${area}.ts`), astToString(types));
  }
  await writeFile(
    join(generated, 'lists.ts'),
    `/** The lists that iterate() pages through, by path. */\nexport const lists = ${JSON.stringify(lists, null, 2)} as const;\n`,
  );
}

/** Compiles src/ into dist/ with the project's own compiler. */
async function build(): Promise<void> {
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  const compiler = join(projectFolder, 'node_modules', 'typescript', 'bin', 'tsc');
  const child = spawn(process.execPath, [compiler, '--project', folder], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The client does not compile.');
}

async function main(args: readonly string[]): Promise<void> {
  parseCommandLine({ args: [...args], options: {} });
  await writeTypes();
  await build();
  console.log(join(folder, 'dist'));
}

await runCommand(main, {
  what: 'The client',
  usage: 'npm run client\n  Generates and builds the typed client. It has no options.',
});
