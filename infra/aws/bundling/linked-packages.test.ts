// Packages that are linked once for all functions: each function finds in them what it imports, however it does so.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bundle, bundleFunctions } from './bundle.ts';

const functions = {
  names: "import { decodeJwt } from 'jose/jwt/decode';\nexport const handler = decodeJwt;",
  namespace: "import * as z from 'zod';\nexport const handler = (input) => z.iso.date().parse(input);",
  handedOn: "import * as jose from 'jose/jwt/unsecured';\nexport const handler = () => Object.keys(jose);",
  lazily: "export const handler = async () => Object.keys(await import('jose/errors'));",
};

let folder: string;
let bundles: ReadonlyMap<string, Bundle>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-linked-'));
  const entries = Object.keys(functions).map((name) => ({ name, file: join(folder, `${name}.ts`) }));
  for (const [name, text] of Object.entries(functions)) await writeFile(join(folder, `${name}.ts`), text);
  bundles = await bundleFunctions(entries, join(folder, 'bundles'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const call = async (name: keyof typeof functions, ...input: unknown[]): Promise<unknown> => {
  const { handler } = await import(join(bundles.get(name)?.folder ?? '', 'index.mjs'));
  return handler(...input);
};

it('gives a function what it imports by name, as a namespace, as a namespace that it hands on, and lazily', async () => {
  expect(await call('names', `e30.${Buffer.from('{"sub":"one"}').toString('base64url')}.`)).toEqual({
    sub: 'one',
  });
  expect(await call('namespace', '2026-02-28')).toBe('2026-02-28');
  await expect(call('namespace', '2026-02-30')).rejects.toThrow('ISO date');
  expect(await call('handedOn')).toEqual(['UnsecuredJWT']);
  expect(await call('lazily')).toContain('JWTExpired');
});

it("lists the packages' own modules as the sources, and only those that the function uses", () => {
  const sources = [...(bundles.get('namespace')?.sources ?? [])];
  expect(sources.filter((source) => source.includes('node_modules/zod/'))).not.toEqual([]);
  expect(sources.filter((source) => source.includes('jose') || source.startsWith('linked:'))).toEqual([]);
  expect(Object.keys(bundles.get('names')?.startup.byPart ?? {})).toContain('jose');
});
