// Recording who attended: the credits it grants, at several sessions, and for many registrations at once
// (docs/interface/training.md#registration-changes).
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadPersonRecord } from '../../../functions/training/records/training-record/person-record.ts';
import { subjectKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import {
  day,
  fromNow,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

describe('Attendance', () => {
  it('grants the credits of the course, and voids them when the attendance is withdrawn', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    const early = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([early.status, early.body.error.code]).toEqual([409, 'CONFLICT']);
    await fixture.moveClock(2 * day);
    expect((await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' })).body.status).toBe(
      'Attended',
    );
    const granted = await loadPersonRecord(fixture.store, member, { consistent: true });
    expect(granted.completions).toMatchObject([{ courseId: of.courseId, registrationId: id }]);
    expect(granted.credits.length).toBeGreaterThan(0);
    const again = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([again.status, again.headers.get('etag')]).toEqual([200, '"2"']);
    await fixture.post(`/${id}/Attendance`, { attendance: 'NoShow', reason: 'Mixed up' });
    const voided = await loadPersonRecord(fixture.store, member, { consistent: true });
    for (const { voidedDate } of [...voided.credits, ...voided.completions]) expect(voidedDate).toBeDefined();
    expect(await fixture.readRegistration(id)).toMatchObject({ status: 'NoShow', holdsSeat: true });
  });

  it('at several sessions can be recorded from the last session on, and the credits are earned on that day', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const [session] = of.sessions;
    const [startsAt, endsAt] = [fromNow(9 * day), fromNow(9 * day + 3 * hour)];
    if (!session) throw new Error('The class has no session');
    const timeZone = 'Pacific/Auckland';
    await fixture.changeClass(
      of,
      {},
      { sessions: [session, { ...session, startsAt, endsAt }], endsAt, timeZone },
    );
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    await fixture.moveClock(2 * day);
    const early = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' });
    expect([early.status, early.body.error.message]).toEqual([409, expect.stringContaining('last session')]);
    await fixture.moveClock(10 * day);
    expect((await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' })).status).toBe(200);
    const { credits } = await loadPersonRecord(fixture.store, member, { consistent: true });
    expect(credits[0]?.earnedDate).toBe(toLocalDate(timeZone, new Date(endsAt)));
  });

  it('is not recorded by the attendee, whatever their permissions, also not in bulk', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const member = await createPerson();
    await fixture.changeClass(
      of,
      {},
      { instructors: [{ personId: member, name: 'A', isLead: true, isGuest: false }] },
    );
    const id = await fixture.registerMember(of.id, member);
    const subject = randomUUID();
    const permissions = ['training.registrations.write'] as const;
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions, subject });
    await commit([update(subjectKey(fixture.store, subject), { set: { kind: 'user', personId: member } })]);
    await fixture.moveClock(2 * day);
    const own = await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' }, { token });
    expect([own.status, own.body.error.message]).toEqual([
      403,
      expect.stringContaining('their own attendance'),
    ]);
    const attendances = [{ registrationId: id, attendance: 'Attended' }];
    const bulk = await fixture.post('/Attendance', { attendances }, { token });
    expect(bulk.body).toMatchObject({
      noted: 0,
      refused: 1,
      results: [{ error: { code: 'PERMISSION_DENIED' } }],
    });
    expect((await fixture.post(`/${id}/Attendance`, { attendance: 'Attended' })).status).toBe(200);
  });

  it('can be recorded for many registrations, each separately', async () => {
    const of = await fixture.createClass({ startsIn: day, registration: { capacity: 2, waitlistSize: 1 } });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push(await fixture.registerMember(of.id, await createPerson()));
    await fixture.moveClock(2 * day);
    const { status, body } = await fixture.post('/Attendance', {
      attendances: ids.map((registrationId, index) => ({
        registrationId,
        attendance: index === 0 ? 'NoShow' : 'Attended',
      })),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      noted: 2,
      refused: 1,
      results: [{ status: 'NoShow' }, { status: 'Attended' }, { error: { code: 'CONFLICT' } }],
    });
  });
});
