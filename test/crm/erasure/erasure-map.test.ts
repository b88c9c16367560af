// Every type of item that is stored for a tenant is in the map of the erasure, so that nobody adds one without deciding what
// becomes of it (docs/interface/crm.md#erasure).
import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dataKinds } from '../../../shared/directory/person-data/data-kinds.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { scanTenant } from './person-everywhere.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** Types of what is stored for the platform, and not for a tenant. */
const ofPlatform = [
  ...['administrators', 'client', 'known-address', 'public-key', 'rotation-lock', 'sign-in-window'],
  ...['tenant-entry', 'user', 'user-name', 'connection'],
  ...['tenant-export', 'tenant-export-run', 'tenant-export-part', 'tenant-erasure', 'tenant-erasure-run'],
  'erasure-chain',
  'seeded-demo',
  ...['account-link', 'account-link-none', 'email-change', 'second-factor'],
  ...['account-provider', 'linked-account', 'linked-subject'],
  ...[
    'session',
    'session-grant',
    'issued-token',
    'revoked-client',
    'used-proof',
    'used-assertion',
    'interaction',
    'pending-sign-out',
    'pushed-request',
    'authorization-code',
    'device-code',
    'user-code',
    'grant',
    'consent',
    'return-address',
  ],
];
/** Types of what is not stored: messages, channels. */
const notStored = ['heartbeat', 'position', 'ready', 'refused', 'resync', 'webhook', 'text'];

const hint = 'Declare these types in shared/directory/person-data/data-kinds.ts.';

it('has every type that the demo data has', async () => {
  const types = new Set((await scanTenant()).flatMap(({ type }) => (type ? [String(type)] : [])));
  expect(
    [...types].filter((type) => dataKinds[type] === undefined),
    hint,
  ).toEqual([]);
  expect(types.size).toBeGreaterThan(80);
});

it('has every type that a stored item declares', () => {
  const declared = globSync('{functions,shared}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/readonly type: ((?:'[a-z][\w-]*'(?: \| )?)+);/g)].flatMap(
        ([, types = '']) => types.split(' | ').map((type) => type.replaceAll("'", '')),
      ),
    );
  const others = new Set([...ofPlatform, ...notStored]);
  const missing = declared.filter((type) => dataKinds[type] === undefined && !others.has(type));
  expect([...new Set(missing)], hint).toEqual([]);
  expect(declared.length).toBeGreaterThan(100);
});

it('says of each type that stays as it is why', () => {
  for (const [type, kind] of Object.entries(dataKinds))
    if (kind.erase === 'none') expect(kind.why, type).not.toBe('');
});
