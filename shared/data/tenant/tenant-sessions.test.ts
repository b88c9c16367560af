// Sessions of tenants: requested once, again before they expire, and those used last are kept.
import { expect, it } from 'vitest';
import { parseTenantCode, type TenantCode } from './tenant-code.ts';
import { createSessionCache } from './tenant-sessions.ts';

const hour = 3_600_000;
const code = (text: string) => parseTenantCode(text) ?? expect.fail(`${text} is a code`);

/** A cache, the clock by which it works, and the tenants whose sessions were requested. */
function start(most: number) {
  const state = { now: 0, fails: false, requested: [] as TenantCode[] };
  const find = createSessionCache(
    async (tenant) => {
      state.requested.push(tenant);
      if (state.fails) throw new Error('No session');
      return {
        ...{ accessKeyId: `${tenant} ${state.requested.length}`, secretAccessKey: 's' },
        expiration: new Date(state.now + hour),
      };
    },
    { most, now: () => state.now },
  );
  return { state, find: (text: string) => find(code(text)).then(({ accessKeyId }) => accessKeyId) };
}

it('requests of a tenant at the same time share one session, and tenants have their own', async () => {
  const { state, find } = start(10);
  expect(await Promise.all(['a1', 'a1', 'b1', 'a1'].map(find))).toEqual(['a1 1', 'a1 1', 'b1 2', 'a1 1']);
  expect(state.requested).toHaveLength(2);
});

it('a session is used until five minutes before it expires, and then requested once', async () => {
  const { state, find } = start(10);
  await find('a1');
  state.now = hour - 300_000;
  expect(await find('a1')).toBe('a1 1');
  state.now += 1;
  expect(await Promise.all([find('a1'), find('a1')])).toEqual(['a1 2', 'a1 2']);
});

it('another session takes the place of the one that was unused longest', async () => {
  const { state, find } = start(2);
  for (const tenant of ['a1', 'b1', 'a1', 'c1', 'a1']) await find(tenant);
  expect(state.requested).toEqual(['a1', 'b1', 'c1']);
  await find('b1');
  expect(state.requested).toEqual(['a1', 'b1', 'c1', 'b1']);
});

it('a failure is not kept', async () => {
  const { state, find } = start(2);
  state.fails = true;
  await expect(find('a1')).rejects.toThrow('No session');
  state.fails = false;
  expect(await find('a1')).toBe('a1 2');
});
