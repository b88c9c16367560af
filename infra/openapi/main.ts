// npm run openapi: writes the OpenAPI 3.1 document of each area to a folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { registeredEndpoints } from '../contracts/registry.ts';
import { demoTenant, secondTenant } from '../local/demo.ts';
import { documentedAreas, openApiDocument } from './document.ts';

// Only what names no credentials: a written document is for everybody.
const values = { tenantCode: demoTenant, secondTenantCode: secondTenant };

const usage = `npm run openapi -- [--out <folder>] [--base <address>]
  --out   the folder to write to; openapi unless said
  --base  where the areas are served, such as https://api.example.org; relative addresses unless said`;

function argumentsOf(): { readonly out: string; readonly base: string } | undefined {
  try {
    const { values } = parseArgs({
      options: { out: { type: 'string', default: 'openapi' }, base: { type: 'string', default: '' } },
    });
    return { out: values.out, base: values.base.replace(/\/+$/, '') };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(usage);
    return undefined;
  }
}

async function main(): Promise<number> {
  const given = argumentsOf();
  if (!given) return 2;
  process.env.ISSUER = `${given.base || 'https://rostrum.invalid'}/identity`;
  const endpoints = await registeredEndpoints();
  const folder = resolve(given.out);
  await mkdir(folder, { recursive: true });
  for (const area of documentedAreas(endpoints)) {
    const document = openApiDocument(area, endpoints, {
      servers: [{ url: `${given.base}/${area}` }],
      values,
    });
    const file = join(folder, `${area}.json`);
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
    console.log(file);
  }
  return 0;
}

process.exitCode = await main();
