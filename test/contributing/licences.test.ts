// Every installed package has a licence under which the platform may be used and passed on (SPDX identifiers).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../infra/contracts/registry.ts';

const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Packages that name no SPDX identifier, and what their licence file says. */
const readByHand: Readonly<Record<string, string>> = {
  '@digitalcredentials/ed25519-multikey': 'BSD-3-Clause',
  'base-64': 'MIT',
  'png-js': 'MIT',
  '@digitalbazaar/credentials-context':
    'BSD-3-Clause, with context files of the W3C Software and Document License',
  'credentials-context': 'BSD-3-Clause, with context files of the W3C Software and Document License',
  'did-context': 'BSD-3-Clause, with context files of the W3C Software and Document License',
};

/** Data whose licence (CC-BY-4.0) asks for attribution: only tools of developers read them, and they are not passed on. */
const readByToolsOnly: ReadonlySet<string> = new Set(['caniuse-lite']);

/** Of licences that are joined by OR one has to be accepted, of those joined by AND all. */
const isAccepted = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => accepted.has(each)));

it('every package of the lock file has an accepted licence', async () => {
  const lock: { packages: Record<string, { license?: string; link?: boolean; dev?: boolean }> } = JSON.parse(
    await readFile(join(projectFolder, 'package-lock.json'), 'utf8'),
  );
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && !link);
  expect(packages.length).toBeGreaterThan(100);
  const refused = packages
    .map(([path, { license = 'none', dev = false }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      license,
      dev,
    }))
    .filter(({ name, license }) => !isAccepted(license) && readByHand[name] === undefined)
    .filter(({ name, dev }) => !(dev && readByToolsOnly.has(name)));
  expect(refused).toEqual([]);
});

it('a licence is accepted by its terms', () => {
  expect(['MIT', '(MIT OR GPL-3.0-or-later)', 'Apache-2.0 AND MIT'].filter(isAccepted)).toHaveLength(3);
  expect(['GPL-3.0-or-later', 'MIT AND GPL-3.0-only', 'UNLICENSED', ''].filter(isAccepted)).toEqual([]);
});
