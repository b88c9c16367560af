// Registering for awards, awarding, renewing, revoking (docs/interface/training.md#award-registration;
// docs/interface/errors.md#detail-codes).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { certificationById } from '../../../functions/training/records/training-record/certification.ts';
import type { PersonItem } from '../../../shared/directory/people/person-store.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { CallOptions } from '../../harness/platform.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.credits.read',
      'training.credits.write',
      'training.certifications.write',
      'training.awards.write',
      'training.courses.write',
      'OverrideRegistration',
    ],
  });
});
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
    ...options,
  });
const awardId = (key: string) => fixture.idOf('award', key);
const today = () => toLocalDate('America/Los_Angeles', new Date());
const dayFromToday = (days: number) => addDays(today(), days);

async function createPerson(): Promise<PersonItem> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  return person;
}
const register = (memberId: string, award = 'finance', more: object = {}) =>
  call('POST', '/AwardsRegistration', {
    awardId: awardId(award),
    memberId,
    registrationType: 'Admin',
    ...more,
  });
async function createActiveRegistration(memberId: string, award = 'finance'): Promise<string> {
  const { body } = await register(memberId, award);
  if (body.status === 'PendingApproval') await call('POST', `/AwardsRegistration/${body.id}/Approve`, {});
  return body.id;
}
const awardCertification = (personId: string, key = 'finance', more: object = {}) =>
  call('POST', '/Certifications', { awardId: awardId(key), personId, ...more });
/** Completes every requirement of the finance award for a person. */
async function completeRequirements(personId: string): Promise<void> {
  for (const course of ['budget-basics', 'ethics-in-office'])
    await call('POST', '/Completions', { personId, courseId: fixture.idOf('course', course) });
  for (const [type, credits] of [
    ['general', 6],
    ['ethics', 4],
  ])
    await call('POST', '/Credits', {
      personId,
      creditTypeId: fixture.idOf('creditType', `${type}`),
      credits,
    });
}
const countActiveRegistrations = async (key: string): Promise<number> =>
  (
    await fixture.store.get<{ activeRegistrations: number }>(
      fixture.store.key(`AWARD#${awardId(key)}`, 'AWARD'),
    )
  )?.activeRegistrations ?? 0;

describe('registering for an award', () => {
  it('is pending where the award requires approval, else active, and prevents the removal of the award', async () => {
    const [first, other] = [await createPerson(), await createPerson()];
    const before = await countActiveRegistrations('finance');
    const pending = await register(first.id);
    expect(pending.status).toBe(201);
    expect(pending.body).toMatchObject({ status: 'PendingApproval', registeredDate: today() });
    expect(pending.headers.get('location')).toContain(`/api/v1/AwardsRegistration/${pending.body.id}`);
    expect((await register(other.id, 'new-commissioner')).body.status).toBe('Active');
    expect(await countActiveRegistrations('finance')).toBe(before + 1);
    expect((await call('DELETE', `/Awards/${awardId('finance')}`)).status).toBe(409);
    const unknown = await fixture.platform.call('GET', 'training', '/api/v1/AwardsRegistration/Pending', {
      tenant: 'demo',
    });
    expect(unknown.status).toBe(401);
    const waiting = await call('GET', '/AwardsRegistration/Pending?pageSize=200');
    expect(waiting.body.map(({ id }: { id: string }) => id)).toContain(pending.body.id);
    await call('POST', `/AwardsRegistration/${pending.body.id}/Deny`, { reason: 'Another department.' });
    expect(await countActiveRegistrations('finance')).toBe(before);
    const after = await call('GET', '/AwardsRegistration/Pending?pageSize=200');
    expect(after.body.map(({ id }: { id: string }) => id)).not.toContain(pending.body.id);
  });

  it('returns 409 while another registration is pending or active, also for concurrent requests, and succeeds after it has ended', async () => {
    const { id } = await createPerson();
    const all = await Promise.all(Array.from({ length: 5 }, () => register(id)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const [refused] = all.filter(({ status }) => status === 409);
    expect(refused?.body.error).toMatchObject({ code: 'ALREADY_REGISTERED', target: 'memberId' });
    const created = all.find(({ status }) => status === 201)?.body.id;
    expect((await call('POST', `/AwardsRegistration/${created}/Withdraw`, {})).body.status).toBe('Withdrawn');
    expect((await call('POST', `/AwardsRegistration/${created}/Approve`, {})).status).toBe(409);
    expect((await register(id)).status).toBe(201);
    expect((await call('GET', `/AwardsRegistration/${created}`)).status).toBe(404);
    expect((await call('GET', `/People/${id}/AwardRegistrations`)).body).toHaveLength(1);
  });

  it('is refused for an inactive award or a missing prerequisite, with every failed rule', async () => {
    const person = await createPerson();
    const inactive = await register(person.id, 'emergency-2019');
    expect([inactive.status, inactive.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    const lacking = await register(person.id, 'master-clerk');
    expect(lacking.status).toBe(422);
    expect(lacking.body.error.details).toMatchObject([
      { target: 'prerequisites', message: 'Earn the award Certified County Clerk first.' },
    ]);
    expect((await register(person.id, 'master-clerk', { overrideRules: true })).status).toBe(201);
    expect((await register(fixture.idOf('person', 'kira'), 'master-clerk')).status).toBe(201);
  });

  it('requires, for oneself, an award that allows it and, for another person, the permission for the registration type', async () => {
    const person = await createPerson();
    const input = { registrationType: 'Self' };
    const self = (key: string) => register(person.id, key, input);
    const anonymous: CallOptions = { token: undefined };
    const closed = await call(
      'POST',
      '/AwardsRegistration',
      { awardId: awardId('finance'), memberId: person.id },
      anonymous,
    );
    expect(closed.body.error).toMatchObject({ code: 'NOT_ELIGIBLE', target: 'registrationType' });
    expect((await self('new-commissioner')).status).toBe(403);
    const none = await fixture.platform.tokenFor({ tenant: 'demo', permissions: [] });
    const admin = { awardId: awardId('finance'), memberId: person.id, registrationType: 'Admin' };
    expect((await call('POST', '/AwardsRegistration', admin, { token: none })).status).toBe(403);
  });
});

describe('awarding', () => {
  it('reports everything that is missing (NOT_ELIGIBLE)', async () => {
    const person = await createPerson();
    const none = await awardCertification(person.id);
    expect([none.status, none.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(none.body.error.details.map(({ message }: { message: string }) => message)).toEqual([
      'There is no registration for the award; credits count from the day of registration.',
      'The course Local Government Budget Basics is not completed.',
      'The course Ethics in Public Office is not completed.',
      '6 more General credits are needed: 0 of 6 were earned.',
      '4 more Ethics credits are needed: 0 of 4 were earned.',
    ]);
  });

  it('is refused when a prerequisite is missing by then, unless it is overridden or was when the person was registered', async () => {
    const [person, other] = [await createPerson(), await createPerson()];
    const createAward = async (name: string, prerequisites: readonly object[]): Promise<string> =>
      (await call('POST', '/Awards', { name, requiresApproval: false, prerequisites })).body.id;
    const base = await createAward('Deputy clerk', []);
    const advanced = await createAward('Master deputy', [{ type: 'Award', id: base }]);
    const registerFor = (memberId: string, of: string, more: object = {}) =>
      call('POST', '/AwardsRegistration', { awardId: of, memberId, registrationType: 'Admin', ...more });
    const certify = (personId: string, of: string, more: object = {}) =>
      call('POST', '/Certifications', { awardId: of, personId, ...more });
    await registerFor(person.id, base);
    const held = await certify(person.id, base);
    expect((await registerFor(person.id, advanced)).status).toBe(201);
    await call('POST', `/Certifications/${held.body.id}/Revoke`, { reason: 'A false statement.' });
    const refused = await certify(person.id, advanced);
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      [{ code: 'NOT_ALLOWED', message: 'Earn the award Deputy clerk first.', target: 'prerequisites' }],
    ]);
    const bulk = await call('POST', '/Certifications/Bulk', { awardId: advanced });
    expect(bulk.body.results).toMatchObject([{ personId: person.id, isAwarded: false }]);
    const overridden = await certify(person.id, advanced, { override: true, reason: 'The board agreed.' });
    expect([overridden.status, overridden.body.override.waived]).toEqual([
      201,
      ['Earn the award Deputy clerk first.'],
    ]);
    expect((await registerFor(other.id, advanced, { overrideRules: true })).status).toBe(201);
    expect((await certify(other.id, advanced)).status).toBe(201);
  });

  it('is not announced to a person who lacks a prerequisite, before that is completed too', async () => {
    const person = await createPerson();
    const [required, prerequisite] = ['budget-basics', 'ethics-in-office'].map((key) =>
      fixture.idOf('course', key),
    );
    const { body: award } = await call('POST', '/Awards', {
      ...{ name: 'Clerk of works', requiresApproval: false },
      prerequisites: [{ type: 'Course', id: prerequisite }],
    });
    await call('PUT', `/Awards/${award.id}/Curriculum`, { requiredCourseIds: [required] });
    const complete = async (courseId: string | undefined) =>
      (await call('POST', '/Completions', { personId: person.id, courseId })).body;
    const announced = async () =>
      (await listDueMessages(fixture.store, new Date(Date.now() + 3_600_000), 500)).filter(
        ({ kind, to }) => kind === 'awardEarned' && to.kind === 'person' && to.personId === person.id,
      );
    const first = await complete(prerequisite);
    const input = { awardId: award.id, memberId: person.id, registrationType: 'Admin' };
    expect((await call('POST', '/AwardsRegistration', input)).status).toBe(201);
    await call('POST', `/People/${person.id}/Completions/${first.id}/Void`, { reason: 'A false name.' });
    await complete(required);
    expect(await announced()).toEqual([]);
    await complete(prerequisite);
    expect(await announced()).toHaveLength(1);
  });

  it('stores a certification with its validity, its rules, its number and its position in the status list', async () => {
    const person = await createPerson();
    const before = await countActiveRegistrations('finance');
    const registrationId = await createActiveRegistration(person.id);
    await completeRequirements(person.id);
    const created = await awardCertification(person.id);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      standing: 'Valid',
      validFrom: today(),
      certificateNumber: expect.stringMatching(/^\d{4}-\d{4}-\d{4}$/),
      rules: { validityPeriod: { years: 3 }, graceDays: 30, curriculum: { electivesNeeded: 0 } },
    });
    expect(created.headers.get('location')).toContain(`/api/v1/Certifications/${created.body.id}`);
    expect((await call('GET', `/Certifications/${created.body.id}`)).body).toEqual(created.body);
    expect((await call('GET', `/AwardsRegistration/${registrationId}`)).body.status).toBe('Awarded');
    expect(await countActiveRegistrations('finance')).toBe(before);
    const progress = await call('GET', `/People/${person.id}/Awards/${awardId('finance')}`);
    expect(progress.body).toMatchObject({ state: 'Awarded', statusCode: 5, percent: 100 });
    const again = await awardCertification(person.id, 'finance', { override: true, reason: 'Again.' });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await register(person.id)).body.error.code).toBe('ALREADY_REGISTERED');
  });

  it('gives each certification its own number and position, and one person only one, also for concurrent requests', async () => {
    const people = await fixture.createPeople(6);
    const override = { override: true, reason: 'Held the neighboring state’s.' };
    const all = await Promise.all(
      people.flatMap(({ id }) => [
        awardCertification(id, 'roads', override),
        awardCertification(id, 'roads', override),
      ]),
    );
    const created = all.filter(({ status }) => status === 201);
    expect(created).toHaveLength(6);
    expect(all.filter(({ status }) => status === 409)).toHaveLength(6);
    const items = await Promise.all(created.map(({ body }) => certificationById(fixture.store, body.id)));
    expect(new Set(items.map((item) => item?.statusIndex)).size).toBe(6);
    expect(new Set(created.map(({ body }) => body.certificateNumber)).size).toBe(6);
    expect(created[0]?.body.overrideReason).toBe(override.reason);
  });

  it('prevents the removal of a held award until all certifications are revoked', async () => {
    const { body: created } = await call('POST', '/Awards', { name: 'Levee Warden Certificate' });
    const override = { awardId: created.id, override: true, reason: 'Brought over.' };
    const [first, other] = [await createPerson(), await createPerson()];
    const replies = await Promise.all(
      [first, other].map(({ id }) => call('POST', '/Certifications', { ...override, personId: id })),
    );
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const refused = await call('DELETE', `/Awards/${created.id}`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('inactive')]);
    expect((await call('PUT', `/Awards/${created.id}`, { isActive: false })).status).toBe(200);
    const revoke = (id: string) => call('POST', `/Certifications/${id}/Revoke`, { reason: 'In error.' });
    await revoke(replies[0]?.body.id);
    expect((await call('DELETE', `/Awards/${created.id}`)).status).toBe(409);
    await revoke(replies[1]?.body.id);
    expect((await call('DELETE', `/Awards/${created.id}`)).status).toBe(204);
    // The demo's certifications were counted when they were seeded.
    expect((await call('DELETE', `/Awards/${awardId('roads')}`)).status).toBe(409);
  });

  it('overrides missing requirements only with a reason and OverrideRegistration', async () => {
    const person = await createPerson();
    const { body } = await awardCertification(person.id, 'roads', { override: true });
    expect(body.error.details).toMatchObject([{ code: 'REQUIRED_FIELD', target: 'reason' }]);
    const plain = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.certifications.write'],
    });
    const input = { awardId: awardId('roads'), personId: person.id, override: true, reason: 'x' };
    expect((await call('POST', '/Certifications', input, { token: plain })).status).toBe(403);
  });

  it.each([
    // docs/interface/training.md#certification-dates: valid 12 months from 12 Feb 2023 and 20 Feb 2023; the award
    // here is valid for two and a half years.
    ['2023-02-12', '2025-08-11'],
    ['2024-02-29', '2026-08-28'],
    ['2023-08-31', '2026-02-28'],
  ])('on %s is valid through %s', async (completedDate, validThrough) => {
    const person = await createPerson();
    const more = { completedDate, override: true, reason: 'Brought over from the register.' };
    const { body } = await awardCertification(person.id, 'roads', more);
    expect(body).toMatchObject({ validFrom: completedDate, validThrough });
  });

  it('reports a future day, an unknown award and an unknown person together', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await call('POST', '/Certifications', {
      ...{ awardId: unknown, personId: unknown, completedDate: dayFromToday(1) },
    });
    expect(status).toBe(400);
    expect(body.error.details.map(({ target }: { target: string }) => target)).toEqual([
      'awardId',
      'personId',
      'completedDate',
    ]);
  });
});
