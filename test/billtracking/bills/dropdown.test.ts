// Reference data for forms (docs/interface/billtracking.md#reference-lists;
// docs/interface/versioning.md#area-d-version-header): five small lists with an ETag.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { committees } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { numberCommittees } from '../../../shared/legislature/committee-numbers.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

interface Choice {
  readonly id: number | string;
  readonly value: number | string;
  readonly text: string;
  readonly name?: string;
  readonly abbreviation?: string;
  readonly stateId?: number;
  readonly chamber?: string;
}

let platform: TestPlatform;
const call = (path: string, options: CallOptions = {}) =>
  platform.call('GET', 'billtracking', `/api/1.0/dropdown/${path}`, { tenant: 'demo', ...options });
async function choices(path: string, options: CallOptions = {}): Promise<readonly Choice[]> {
  const { status, body } = await call(path, options);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ success: true, message: expect.any(String) });
  for (const { id, value } of body.data) expect(value).toBe(id);
  return body.data;
}
const listTexts = (entries: readonly Choice[]) => entries.map(({ text }) => text);

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

describe('every list', () => {
  it.each(['states', 'sessions', 'committees', 'billtypes', 'users'])(
    '%s has an ETag, and returns 304 when If-None-Match has it (RFC 9110 13.1.2)',
    async (list) => {
      const first = await call(list);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      expect(first.text.length).toBeLessThan(20_000);
      const again = await call(list, { headers: { 'If-None-Match': etag } });
      expect(again).toMatchObject({ status: 304, text: '' });
    },
  );

  it('needs api-version and tenant-code', async () => {
    expect((await call('states', { headers: { 'api-version': '2.0' } })).status).toBe(401);
    expect((await platform.call('GET', 'billtracking', '/api/1.0/dropdown/states')).status).toBe(401);
  });

  it('needs the permission when a token is sent', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.read'] });
    expect((await call('states', { token })).status).toBe(403);
  });
});

describe('states', () => {
  it('are the fifty states, the District of Columbia and five territories by name, with FIPS code, time zone and chambers', async () => {
    const states = await choices('states');
    expect(states).toHaveLength(56);
    expect(listTexts(states)).toEqual([...listTexts(states)].sort());
    expect(states.find(({ id }) => id === 53)).toEqual({
      id: 53,
      value: 53,
      text: 'Washington',
      name: 'Washington',
      abbreviation: 'WA',
      fips: '53',
      kind: 'state',
      timeZone: 'America/Los_Angeles',
      chambers: [
        { type: 'upper', name: 'Senate', seats: 49 },
        { type: 'lower', name: 'House of Representatives', seats: 98 },
      ],
    });
    expect(states.find(({ id }) => id === 1)).toMatchObject({ fips: '01' });
    // FIPS 5-2 and the metadata of Open States (openstates-core, openstates/metadata/data).
    const territories = states.filter(({ id }) => [60, 66, 69, 72, 78].includes(Number(id)));
    expect(territories).toMatchObject([
      {
        kind: 'territory',
        id: 60,
        abbreviation: 'AS',
        name: 'American Samoa',
        timeZone: 'Pacific/Pago_Pago',
      },
      { id: 66, abbreviation: 'GU', name: 'Guam', timeZone: 'Pacific/Guam' },
      { id: 69, abbreviation: 'MP', name: 'Northern Mariana Islands', timeZone: 'Pacific/Guam' },
      { id: 72, abbreviation: 'PR', name: 'Puerto Rico', timeZone: 'America/Puerto_Rico' },
      { id: 78, abbreviation: 'VI', name: 'Virgin Islands', timeZone: 'America/Puerto_Rico' },
    ]);
  });

  it('include the Congress only on request', async () => {
    const withCongress = await choices('states?includeFederal=true');
    expect(withCongress).toHaveLength(57);
    expect(withCongress.find(({ id }) => id === 0)).toMatchObject({ abbreviation: 'US', kind: 'federal' });
    expect(await choices('states?includeFederal=')).toHaveLength(56);
  });
});

describe('sessions', () => {
  it('are those of one state, the latest first; a blank filter selects all', async () => {
    expect(listTexts(await choices('sessions?stateId=24'))).toEqual([
      '2026 Regular Session',
      '2025 Regular Session',
    ]);
    const all = await choices('sessions?stateId=');
    expect(new Set(all.map(({ stateId }) => stateId)).size).toBeGreaterThan(5);
    const georgia = await choices('sessions?stateId=13');
    expect(georgia[1]).toMatchObject({
      id: 1301,
      state: 'GA',
      startDate: '2025-01-13',
      endDate: '2025-04-04',
    });
    expect(georgia[0]).not.toHaveProperty('endDate');
  });

  it('are those of the state of a given session; an unknown session is refused', async () => {
    expect(listTexts(await choices('sessions?sessionId=2401'))).toEqual([
      '2026 Regular Session',
      '2025 Regular Session',
    ]);
    const none = await call('sessions?sessionId=99999');
    expect(none.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'sessionId' }]);
  });

  it.each(['stateId=3', 'stateId=abc', 'stateId=100'])('refuse %s', async (query) => {
    const { status, body } = await call(`sessions?${query}`);
    expect(status).toBe(400);
    expect(body.details.errors).toMatchObject([{ target: 'stateId' }]);
  });
});

describe('committees', () => {
  it('have integer ids that begin with their state, and are filtered by state, session and chamber', async () => {
    const all = await choices('committees');
    expect(listTexts(all)).toEqual([...listTexts(all)].sort());
    expect(all.length).toBe(14);
    for (const { id, stateId } of all) {
      expect(stateId).toBe(53);
      expect(Math.floor(Number(id) / 10_000)).toBe(53);
    }
    expect(await choices('committees?sessionId=5301')).toEqual(all);
    expect(await choices('committees?stateId=53&sessionId=')).toEqual(all);
    expect(await choices('committees?sessionId=2402')).toEqual([]);
    const senate = await choices('committees?stateId=53&chamber=upper');
    expect(listTexts(senate)).toContain('Senate Ways & Means');
    expect(senate.every(({ chamber }) => chamber === 'upper')).toBe(true);
  });

  it('keep their ids when others are added, follow a new name, and are not listed when inactive', async () => {
    const tenant = platform.store('demo');
    const before = await choices('committees?stateId=53');
    const [first] = before;
    const entry = (await choices('committees')).find(({ id }) => id === first?.id);
    const added = Array.from({ length: 130 }, (_, index) => ({
      id: `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`,
      content: {
        name: `Task Force ${index}`,
        kind: 'legislative' as const,
        state: 'OR',
        chamber: 'lower' as const,
      },
    }));
    await upsert(tenant, committees, added, { now: new Date() });
    const records = added.map(({ id, content }) => ({ ...content, id }));
    const [numbers, repeated] = await Promise.all([
      numberCommittees(tenant, records),
      numberCommittees(tenant, records),
    ]);
    expect(new Set(numbers.values()).size).toBe(130);
    expect([...repeated].sort()).toEqual([...numbers].sort());
    expect((await choices('committees?stateId=41')).length).toBe(130);
    expect((await choices('committees?stateId=53'))[0]).toEqual(entry);
    const [renamed, closed] = records;
    if (!renamed || !closed) throw new Error('There are no committees');
    await numberCommittees(tenant, [
      { ...renamed, name: 'Interim Task Force' },
      { ...closed, isActive: false },
    ]);
    const after = await choices('committees?stateId=41');
    expect(after).toHaveLength(129);
    expect(after.find(({ id }) => id === numbers.get(renamed.id))?.text).toBe('Interim Task Force');
  });

  it('refuse a session of another state, and an unknown session', async () => {
    const other = await call('committees?stateId=24&sessionId=5301');
    expect(other.body.details.errors).toMatchObject([{ code: 'NOT_ALLOWED', target: 'sessionId' }]);
    const none = await call('committees?sessionId=99999');
    expect(none.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'sessionId' }]);
  });
});

describe('bill types', () => {
  it('are all types, or those that a legislature uses', async () => {
    const all = await choices('billtypes');
    expect(listTexts(all)).toEqual([...listTexts(all)].sort((a, b) => a.localeCompare(b, 'en')));
    const letters = async (query: string) =>
      (await choices(`billtypes?${query}`)).map(({ abbreviation }) => abbreviation).sort();
    expect(await letters('stateId=0')).toEqual(
      ['HCONRES', 'HJRES', 'HR', 'HRES', 'S', 'SCONRES', 'SJRES', 'SRES'].sort(),
    );
    expect(await letters('sessionId=5301')).toContain('HJM');
    expect(await letters('stateId=31')).toEqual(['LB', 'LR']);
  });
});

describe('users', () => {
  it('are those who may sign in, by the name of their person, without secrets', async () => {
    const users = await choices('users');
    expect(users).toContainEqual({
      id: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b12',
      value: '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b12',
      text: 'Ben Okafor',
      fullName: 'Ben Okafor',
      // Addresses are for callers with a token.
      email: '',
      personId: expect.any(String),
    });
    expect(listTexts(users)).toEqual([...listTexts(users)].sort((a, b) => a.localeCompare(b, 'en')));
    expect(listTexts(users)).not.toContain('Demo client');
  });

  it('exclude disabled users and users of other tenants', async () => {
    const [first] = await choices('users');
    const tenant = platform.store('demo');
    await commit([update(subjectKey(tenant, String(first?.id)), { set: { disabled: true } })]);
    const left = await choices('users');
    expect(left.map(({ id }) => id)).not.toContain(first?.id);
    const harbor = await platform.tokenFor({
      tenant: 'harbor',
      permissions: ['billtracking.reference.read'],
    });
    const others = await choices('users', { tenant: 'harbor', token: harbor });
    expect(listTexts(others)).not.toContain('Ben Okafor');
  });
});
