// npm run openapi: writes the OpenAPI 3.1 document of each area to a folder.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from '../command/command-line.ts';
import { demoTenant, secondTenant } from '../contracts/demo-tenants.ts';
import { listEndpoints } from '../contracts/registry.ts';
import { parseOptions, usage } from './arguments.ts';
import { buildOpenApiDocument, listDocumentedAreas } from './document.ts';

// Without credentials: a written document may be published.
const values = { tenantCode: demoTenant, secondTenantCode: secondTenant };

async function main(args: readonly string[]): Promise<void> {
  const { out, base } = parseOptions(args);
  process.env.ISSUER = `${base || 'https://rostrum.invalid'}/identity`;
  const endpoints = await listEndpoints();
  const folder = resolve(out);
  await mkdir(folder, { recursive: true });
  for (const area of listDocumentedAreas(endpoints)) {
    const document = buildOpenApiDocument(area, endpoints, { servers: [{ url: `${base}/${area}` }], values });
    const file = join(folder, `${area}.json`);
    await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
    console.log(file);
  }
}

await runCommand(main, { what: 'The writing', usage });
