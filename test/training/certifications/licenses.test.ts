// Licenses of people (docs/interface/training.md#licenses).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordsAudit } from '../../../shared/audit/audit.ts';
import type { CallOptions } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let office: string;
let settings: string;

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token: office,
    body,
    ...options,
  });
const nursing = { board: 'Florida Board of Nursing', jurisdiction: 'fl', profession: 'RN' };
const add = (personId: string, more: object = {}, options?: CallOptions) =>
  call('POST', `/People/${personId}/Licenses`, { ...nursing, number: randomUUID(), ...more }, options);
async function createPerson(): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('There is no person');
  return person.id;
}
const signIn = (personId: string) => fixture.platform.tokenFor({ tenant: 'demo', personId });

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.people.write', 'training.credits.read'],
  });
  settings = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['training.settings.write'] });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

describe('a license', () => {
  it('is added, changed, listed and removed by the office', async () => {
    const personId = await createPerson();
    const added = await add(personId, { number: 'RN1', issuedDate: '2020-01-01', expiryDate: '2030-01-31' });
    expect(added.status, added.text).toBe(201);
    expect(added.body).toMatchObject({ ...nursing, jurisdiction: 'FL', status: 'Active', isExpired: false });
    const path = `/People/${personId}/Licenses/${added.body.id}`;
    const changed = await call('PUT', path, { status: 'Suspended', expiryDate: null });
    expect(changed.body).toMatchObject({ status: 'Suspended', number: 'RN1', issuedDate: '2020-01-01' });
    expect(changed.body.expiryDate).toBeUndefined();
    await add(personId, { board: 'Alabama Board of Nursing' });
    const listed = await call('GET', `/People/${personId}/Licenses`);
    expect(listed.body.map(({ board }: { board: string }) => board)).toEqual([
      'Alabama Board of Nursing',
      'Florida Board of Nursing',
    ]);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    const audit = await fixture.store.queryAll(recordsAudit(fixture.store));
    const ofLicense = audit.filter(({ recordId }) => recordId === added.body.id);
    expect(ofLicense.map(({ action, recordType }) => [action, recordType])).toEqual([
      ['created', 'License'],
      ['changed', 'License'],
      ['removed', 'License'],
    ]);
  });

  it('has expired on the day after its last valid day, by the day of the tenant', async () => {
    const personId = await createPerson();
    const { body } = await add(personId, { expiryDate: '2031-03-31' });
    const isExpiredAt = async (moment: string) => {
      await fixture.moveClock(Date.parse(moment) - Date.now());
      return (await call('GET', `/People/${personId}/Licenses/${body.id}`)).body.isExpired;
    };
    // The demo is in America/Los_Angeles.
    expect(await isExpiredAt('2031-04-01T06:50:00Z')).toBe(false);
    expect(await isExpiredAt('2031-04-01T07:10:00Z')).toBe(true);
  });

  it('has a number that is unique within its board, regardless of case, also for two at once', async () => {
    const [first, second] = await Promise.all([createPerson(), createPerson()]);
    const number = `rn-${randomUUID()}`;
    const pair = await Promise.all([add(first, { number }), add(second, { number: number.toUpperCase() })]);
    expect(pair.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await add(second, { number, board: 'Georgia Board of Nursing' })).status).toBe(201);
    const other = await add(second);
    const path = `/People/${second}/Licenses/${other.body.id}`;
    expect((await call('PUT', path, { number })).body.error.code).toBe('ALREADY_EXISTS');
    const holder = pair[0]?.status === 201 ? first : second;
    const held = pair.find(({ status }) => status === 201)?.body.id;
    await call('DELETE', `/People/${holder}/Licenses/${held}`);
    expect((await call('PUT', path, { number })).status).toBe(200);
  });

  it('is refused where its days contradict, and for an unknown person', async () => {
    const personId = await createPerson();
    const days = { issuedDate: '2030-01-02', expiryDate: '2030-01-01' };
    expect((await add(personId, days)).body.error.details[0].target).toBe('expiryDate');
    expect((await add(personId, { ...days, expiryDate: '2030-01-02' })).status).toBe(201);
    expect((await add(personId, { jurisdiction: 'Florida' })).status).toBe(400);
    expect((await add(randomUUID())).status).toBe(404);
  });

  it('is one of at most 50 of a person', async () => {
    const personId = await createPerson();
    for (let count = 0; count < 50; count += 1) expect((await add(personId)).status).toBe(201);
    expect((await add(personId)).status).toBe(409);
  });

  it('changes only on the version that was read', async () => {
    const personId = await createPerson();
    const { body } = await add(personId);
    const change = (profession: string) =>
      call(
        'PUT',
        `/People/${personId}/Licenses/${body.id}`,
        { profession },
        { headers: { 'if-match': '"1"' } },
      );
    const pair = await Promise.all([change('LPN'), change('APRN')]);
    expect(pair.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('a person', () => {
  const allow = (mayWriteLicenses: boolean) =>
    call('PUT', '/Settings/SelfReportedCredits', { mayWriteLicenses }, { token: settings });

  it('reads their own licenses, and writes them where the settings allow it', async () => {
    const personId = await createPerson();
    const token = await signIn(personId);
    expect((await add(personId, {}, { token })).status).toBe(403);
    expect((await allow(true)).body.mayWriteLicenses).toBe(true);
    const added = await add(personId, {}, { token });
    expect(added.status, added.text).toBe(201);
    const path = `/People/${personId}/Licenses/${added.body.id}`;
    expect((await call('PUT', path, { profession: 'LPN' }, { token })).status).toBe(200);
    await allow(false);
    expect((await call('DELETE', path, undefined, { token })).status).toBe(403);
    expect((await call('GET', path, undefined, { token })).body.profession).toBe('LPN');
  });

  it('does not see or write those of others', async () => {
    await allow(true);
    const [personId, other] = await Promise.all([createPerson(), createPerson()]);
    const token = await signIn(other);
    expect((await add(personId, {}, { token })).status).toBe(403);
    expect((await call('GET', `/People/${personId}/Licenses`, undefined, { token })).status).toBe(403);
    await allow(false);
  });
});
