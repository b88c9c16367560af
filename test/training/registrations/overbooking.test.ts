// An administrator gives a seat beyond the limits, with a reason (docs/interface/training.md#overbooking).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordsAudit } from '../../../shared/audit/audit.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  day,
  fromNow,
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
let administrator: CallOptions;
let office: CallOptions;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const tokenWith = async (...permissions: Permission[]): Promise<CallOptions> => ({
    token: await fixture.platform.tokenFor({ tenant: 'demo', permissions }),
  });
  administrator = await tokenWith(
    'OverrideRegistration',
    'training.registrations.overbook',
    'training.classes.write',
  );
  office = await tokenWith('OverrideRegistration', 'training.registrations.write');
});
afterAll(() => fixture.platform.stop());

const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const overbook = (
  classId: string,
  memberId: string,
  more: Record<string, unknown> = {},
  caller = administrator,
): Promise<Reply> =>
  fixture.post(
    '',
    { classId, memberId, registrationType: 'Admin', overbookReason: 'Speaker of the afternoon', ...more },
    caller,
  );
const findAudit = async (id: string) =>
  (await fixture.store.queryAll(recordsAudit(fixture.store), { consistent: true })).find(
    ({ recordId }) => recordId === id,
  );

it('a full class is overbooked by an administrator with a reason, and the count, the registration and the audit say so', async () => {
  const of = await fixture.createClass({ registration: { capacity: 1 } });
  await fixture.registerMember(of.id, await createPerson());
  const { status, body } = await overbook(of.id, await createPerson());
  expect([status, body.status]).toEqual([201, 'Confirmed']);
  expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, live: 2 });
  const registration = await fixture.get(`/${body.registrationId}`);
  expect(registration.body).toMatchObject({
    overbooking: { reason: 'Speaker of the afternoon' },
    history: [{ to: 'Confirmed', reason: 'Speaker of the afternoon' }],
  });
  expect(await findAudit(body.registrationId)).toMatchObject({
    recordType: 'Overbooking',
    after: { reason: 'Speaker of the afternoon', takenBefore: { all: 1 }, limits: { all: 1 } },
  });
});

it('needs the permission and registrationType Admin', async () => {
  const of = await fixture.createClass({ registration: { capacity: 1 } });
  const without = await overbook(of.id, await createPerson(), {}, office);
  expect([without.status, without.body.error.message]).toEqual([
    403,
    expect.stringContaining('training.registrations.overbook'),
  ]);
  const asSelf = await overbook(of.id, await createPerson(), { registrationType: 'Self' });
  expect([asSelf.status, asSelf.body.error.target]).toEqual([400, 'overbookReason']);
  expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 0 });
});

it('somebody on the waitlist is given a seat beyond the limits, ahead of those before them', async () => {
  const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
  await fixture.registerMember(of.id, await createPerson());
  const first = await fixture.registerMember(of.id, await createPerson());
  const second = await fixture.registerMember(of.id, await createPerson());
  const refused = await fixture.post(`/${second}/Overbook`, { reason: '' }, administrator);
  expect([refused.status, refused.body.error.target]).toEqual([400, 'reason']);
  const given = await fixture.post(`/${second}/Overbook`, { reason: 'She teaches a part' }, administrator);
  expect(given.body).toMatchObject({ status: 'Confirmed', overbooking: { reason: 'She teaches a part' } });
  expect((await fixture.readRegistration(first)).status).toBe('Waitlisted');
  expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1, live: 3 });
  expect((await fixture.post(`/${second}/Overbook`, { reason: 'Again' }, administrator)).status).toBe(409);
  expect(await findAudit(second)).toMatchObject({ recordType: 'Overbooking' });
});

it('a seat that becomes free in an overbooked class goes to nobody until there is room', async () => {
  const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
  const seated = await fixture.registerMember(of.id, await createPerson());
  const waits = await fixture.registerMember(of.id, await createPerson());
  const { body } = await overbook(of.id, await createPerson());
  await fixture.post(`/${seated}/Cancel`, {});
  expect((await fixture.readRegistration(waits)).status).toBe('Waitlisted');
  await fixture.post(`/${body.registrationId}/Cancel`, {});
  expect((await fixture.readRegistration(waits)).status).toBe('Offered');
  expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 0 });
});

it('an overbooked class can be changed and cancelled; only its limits cannot become lower than what is taken', async () => {
  const call = (method: 'PUT' | 'POST', address: string, body: unknown) =>
    fixture.platform.call(method, 'training', `/api/v1/Classes${address}`, {
      ...{ tenant: 'demo', body, ...administrator },
    });
  const created = await call('POST', '', {
    sectionName: 'Overbooked',
    courseId: fixture.idOf('course', 'budget-basics'),
    sessions: [{ date: fromNow(40 * day).slice(0, 10), startTime: '09:00', endTime: '12:00' }],
    registration: { capacity: 2 },
  });
  const { id } = created.body;
  for (let index = 0; index < 3; index += 1)
    expect((await overbook(id, await createPerson())).status).toBe(201);
  expect((await call('PUT', `/${id}`, { sectionName: 'Another name' })).status).toBe(200);
  expect((await call('PUT', `/${id}`, { registration: { capacity: 1 } })).status).toBe(409);
  expect((await call('POST', `/${id}/Cancel`, { reason: 'Snow' })).status).toBe(200);
});

it('an import of members overbooks with one reason', async () => {
  const of = await fixture.createClass({ registration: { capacity: 1 } });
  const memberIds = (await fixture.createPeople(3)).map(({ id }) => id);
  const { body } = await fixture.platform.call('POST', 'training', `${path}/Bulk`, {
    tenant: 'demo',
    ...administrator,
    body: { classId: of.id, memberIds, registrationType: 'Admin', overbookReason: 'A whole department' },
  });
  expect(body.confirmed).toBe(3);
  expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 3 });
});
