// The disk of the local platform fills up: writes are refused before they begin and say why, and reads go on.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { permissionNames } from '../../shared/auth/permissions/permissions.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

const MEGABYTE = 2 ** 20;
/** The bytes that are free on the disk. */
let free: number;
let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  free = 1000 * MEGABYTE;
  platform = await startPlatform({ readFreeSpace: () => free, hasRequestLimits: true });
  token = await platform.tokenFor({ tenant: 'demo', permissions: permissionNames });
});
afterAll(() => platform.stop());
beforeEach(() => {
  free = 1000 * MEGABYTE;
});

const call = (
  method: string,
  area: 'training' | 'crm' | 'identity' | 'billtracking',
  path: string,
  body?: unknown,
) => platform.call(method, area, path, { tenant: 'demo', token, ...(body !== undefined && { body }) });

const signIn = () => {
  const { userName, password } = platform.demo.values;
  return platform.call('POST', 'identity', '/api/v1/Services/Authrize', { body: { userName, password } });
};

/** Reads of each area; bill tracking counts its requests, and reads a list with POST. */
const readAll = async () => [
  (await call('GET', 'training', '/api/v1/Awards/List?pageSize=1')).status,
  (await call('GET', 'crm', '/api/v1/people?pageSize=1')).status,
  (await call('GET', 'identity', '/api/v1/Users?pageSize=1')).status,
  (await call('GET', 'billtracking', '/api/1.0/dropdown/states')).status,
  (await call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', { pageSize: 1 })).status,
];

/** One write of each area. */
const writeAll = async (name: string) => [
  await call('POST', 'training', '/api/v1/Awards', { name }),
  await call('POST', 'identity', '/api/v1/Users', {
    userName: `${name}@demo.example`,
    password: 'a long row of poplar trees',
    assignments: [{ tenantCode: 'demo', roles: ['member'] }],
  }),
  await call('POST', 'billtracking', `/api/1.0/bill/${platform.demo.values.billId}/notes`, { text: name }),
];

it('below 64 MB every write answers 503 with Retry-After and the reason, and reads and sign-ins go on', async () => {
  free = 63.5 * MEGABYTE;
  const replies = await writeAll('low');
  for (const { status, headers, text } of replies) {
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('60');
    expect(text).toContain("The platform's disk has only 63 MB left, and writing needs 64 MB");
  }
  expect(await readAll()).toEqual([200, 200, 200, 200, 200]);
  expect((await signIn()).status).toBe(200);
});

it('on a full disk reads go on, also those that would be counted, and a sign-in says why it is refused', async () => {
  free = 0;
  expect(await readAll()).toEqual([200, 200, 200, 200, 200]);
  expect(await signIn()).toMatchObject({
    status: 503,
    text: expect.stringContaining("The platform's disk has only 0 MB left"),
  });
});

it('once there is space again, the same writes succeed', async () => {
  free = 0;
  await writeAll('later');
  free = 64 * MEGABYTE;
  const statuses = (await writeAll('later')).map(({ status }) => status);
  expect(statuses.every((status) => status < 300)).toBe(true);
});
