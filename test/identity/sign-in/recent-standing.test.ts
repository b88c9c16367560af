// A tenant may accept that reads are decided on what was read about the caller up to five seconds before
// (docs/interface/identity.md#recently-read-access). Time is the test's own.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Area } from '../../../shared/http/areas.ts';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { signInAdministrator } from '../tenants/demo.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
let platform: TestPlatform;
let operate: Call;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

/** `performance.now()`, in milliseconds. */
let elapsed = 0;
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
});
afterEach(() => {
  elapsed += 60_000;
  vi.restoreAllMocks();
});

async function accept(seconds: number): Promise<void> {
  const { body } = await operate('GET', '/api/v1/SignInPolicy');
  const set = await operate('PUT', '/api/v1/SignInPolicy', { ...body, accessMaxAge: seconds });
  expect([set.status, set.body.accessMaxAge]).toEqual([200, seconds]);
}

/** Calls of a client that may read and write people and settings. */
async function createClient() {
  const made = await operate('POST', '/api/v1/Clients', {
    ...{ name: 'Reader', tenantCode: 'demo', scopes: ['crm.people.read', 'crm.settings.write'] },
  });
  expect(made.status, made.text).toBe(201);
  const { client_id: id, client_secret: secret } = made.body;
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: id, client_secret: secret },
  });
  const issued = await platform.call('POST', 'identity', '/connect/token', { body: form });
  expect(issued.status, issued.text).toBe(200);
  const token: string = issued.body.access_token;
  const call = (method: string, area: Area, path: string, body?: object): Promise<Reply> =>
    platform.call(method, area, path, { tenant: 'demo', token, ...(body && { body }) });
  return {
    read: () => call('GET', 'crm', '/api/v1/people?pageSize=1'),
    call,
    revoke: async () => {
      const ended = await operate('POST', `/api/v1/Clients/${id}/Revoke`);
      expect(ended.status, ended.text).toBe(200);
    },
  };
}

describe('a tenant that accepts what was read before', () => {
  beforeEach(() => accept(5));

  it('saves the round trip of every read but the first within so many seconds', async () => {
    const { read } = await createClient();
    const first = await read();
    const second = await read();
    expect(second.body).toEqual(first.body);
    expect(second.roundTrips).toBe(first.roundTrips - 1);
    elapsed += 5000;
    expect((await read()).roundTrips).toBe(first.roundTrips);
  });

  it('lets a revoked caller read for no longer, and change nothing', async () => {
    const { read, call, revoke } = await createClient();
    expect((await read()).status).toBe(200);
    await revoke();
    elapsed += 4999;
    expect((await read()).status).toBe(200);
    const change = { retentionDays: 700 };
    expect((await call('PUT', 'crm', '/api/v1/Settings/Changes', change)).status).toBe(401);
    elapsed += 1;
    expect((await read()).status).toBe(401);
  });

  it('knows one token from another', async () => {
    const { read } = await createClient();
    expect((await read()).status).toBe(200);
    const other = await createClient();
    await other.revoke();
    expect((await other.read()).status).toBe(401);
    const poor = await platform.tokenFor({ tenant: 'demo', permissions: [] });
    const reply = await platform.call('GET', 'crm', '/api/v1/people', { tenant: 'demo', token: poor });
    expect(reply.status).toBe(403);
  });

  it('shows its settings as they are', async () => {
    const { read, call } = await createClient();
    expect((await read()).status).toBe(200);
    for (const retentionDays of [500, 600]) {
      expect((await call('PUT', 'crm', '/api/v1/Settings/Changes', { retentionDays })).status).toBe(200);
      expect((await call('GET', 'crm', '/api/v1/Settings/Changes')).body).toEqual({ retentionDays });
    }
  });

  it('may withdraw it, which holds for all that is read from then on', async () => {
    const { read, revoke } = await createClient();
    await accept(0);
    expect((await read()).status).toBe(200);
    await revoke();
    expect((await read()).status).toBe(401);
  });
});

it('without it a revoked caller reads nothing more', async () => {
  await accept(0);
  const { read, revoke } = await createClient();
  expect((await read()).status).toBe(200);
  await revoke();
  expect((await read()).status).toBe(401);
});

it('accepts no more than five seconds', async () => {
  const { body } = await operate('GET', '/api/v1/SignInPolicy');
  const refused = await operate('PUT', '/api/v1/SignInPolicy', { ...body, accessMaxAge: 6 });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('accessMaxAge');
});
