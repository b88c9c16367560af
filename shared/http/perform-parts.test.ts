// Parts of a request stop in time (docs/interface/requests.md#rows).
import { expect, it } from 'vitest';
import type { Caller } from '../auth/access/access.ts';
import { openTenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant/tenant-code.ts';
import { Failure } from '../errors/failure.ts';
import type { EndpointConfig } from './endpoint.ts';
import { openParts, TIME_FOR_PART } from './perform-parts.ts';
import { ok } from './reply.ts';
import type { Request } from './request/request.ts';

const code = parseTenantCode('demo');
if (!code) throw new Error('demo is a tenant code');
const context = {
  tenant: openTenantStore(code),
  caller: { subject: 'ada' } as Caller,
  request: { headers: {}, query: {} } as unknown as Request,
  receivedAt: new Date(),
};
const contract = { method: 'POST', path: '/api/v1/Rows' } as unknown as EndpointConfig;
const open = (timeLeft: () => number) => openParts(contract, { ...context, timeLeft });
const answer = async () => ok('done');

it('a part begins with 12 seconds left, and with a millisecond less it is pending, and all after it', async () => {
  let left = TIME_FOR_PART;
  const parts = await open(() => left);
  expect(await parts.perform('1', answer)).toEqual({ state: 'done', answer: 'done' });
  expect(await parts.perform('2', answer)).toEqual({ state: 'done', answer: 'done' });
  left -= 1;
  expect(await parts.perform('3', answer)).toEqual({ state: 'pending' });
  left += 1;
  expect(await parts.perform('4', answer)).toEqual({ state: 'pending' });
});

it('the first part is tried however little time is left', async () => {
  const parts = await open(() => 0);
  expect(await parts.perform('1', answer)).toEqual({ state: 'done', answer: 'done' });
});

it('an error stops the parts after it, and is thrown where nothing was done before', async () => {
  const fail = async () => {
    throw new Failure('SERVICE_BUSY');
  };
  const parts = await open(() => 29_000);
  await expect(parts.perform('1', fail)).rejects.toThrow(Failure);
  await parts.perform('2', answer);
  expect(await parts.perform('3', fail)).toEqual({ state: 'pending' });
  expect(await parts.perform('4', answer)).toEqual({ state: 'pending' });
});

it('a refused part stops no other', async () => {
  const parts = await open(() => 29_000);
  const refused = await parts.perform('1', async () => {
    throw new Failure('CLASS_FULL');
  });
  expect(refused).toMatchObject({ state: 'refused', refusal: { code: 'CLASS_FULL' } });
  expect(await parts.perform('2', answer)).toMatchObject({ state: 'done' });
});
