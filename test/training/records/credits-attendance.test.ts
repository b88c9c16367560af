// Credits for attendance: granted once, voided when it is reverted, granted again; and the awards that it completes
// (docs/interface/training.md#credits).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classKey } from '../../../functions/training/classes/record/class.ts';
import type {
  CompletionItem,
  CreditItem,
} from '../../../functions/training/records/training-record/training-record.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import type { Reply } from '../../harness/platform.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.registrations.write', 'training.certifications.write'],
  });
});
afterAll(() => fixture.platform.stop());

const call = (method: string, address: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
const recordAttendance = (registrationId: string, attendance: string) =>
  call('POST', `${path}/${registrationId}/Attendance`, { attendance, reason: 'Signed in.' });

interface TranscriptView {
  readonly credits: readonly (CreditItem & { readonly creditType: string })[];
  readonly completions: readonly CompletionItem[];
  readonly allTime: { readonly total: number };
}
const getTranscript = async (personId: string): Promise<TranscriptView> =>
  (await call('GET', `/api/v1/People/${personId}/Transcript`)).body;

describe('attendance of the winter class on public meetings law, worth 2 General and 1 Ethics', () => {
  const registrationId = () => fixture.idOf('registration', 'grace meetings-law-past');
  const grace = () => fixture.idOf('person', 'grace');
  const classId = () => fixture.idOf('class', 'meetings-law-past');

  it('grants its credits by type and the completion of its course, on the day the class ended', async () => {
    const before = (await getTranscript(grace())).allTime.total;
    expect((await recordAttendance(registrationId(), 'Attended')).status).toBe(200);
    const { allTime, credits, completions } = await getTranscript(grace());
    expect(allTime.total).toBe(before + 3);
    const granted = credits.filter((credit) => credit.classId === classId());
    expect(granted.map(({ creditType, credits: many }) => [creditType, many]).sort()).toEqual([
      ['Ethics', 1],
      ['General', 2],
    ]);
    const held = await fixture.store.get(classKey(fixture.store, classId()));
    const ended = toLocalDate('America/Los_Angeles', new Date(held?.endsAt ?? ''));
    expect(granted[0]).toMatchObject({
      source: 'attendance',
      attendanceMode: 'onSite',
      earnedDate: ended,
      registrationId: registrationId(),
    });
    expect(completions.filter((completion) => completion.classId === classId())).toMatchObject([
      { completedDate: ended, courseName: 'Public Meetings Law in Practice' },
    ]);
  });

  it('grants nothing more when it is recorded again, also concurrently', async () => {
    const before = await getTranscript(grace());
    const all = await Promise.all(
      Array.from({ length: 5 }, () => recordAttendance(registrationId(), 'Attended')),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(await getTranscript(grace())).toEqual(before);
  });

  it('has its credits voided with the reason when it is reverted, and granted again when it is recorded again', async () => {
    const before = (await getTranscript(grace())).allTime.total;
    for (const attendance of ['NoShow', 'Attended', 'Confirmed', 'Attended', 'NoShow'])
      expect((await recordAttendance(registrationId(), attendance)).status).toBe(200);
    const { allTime, credits, completions } = await getTranscript(grace());
    expect(allTime.total).toBe(before - 3);
    const granted = credits.filter((credit) => credit.classId === classId());
    // Attendance was recorded three times: the credits of each time remain in the record, voided.
    expect(granted.map(({ voidReason }) => voidReason)).toEqual(Array(6).fill('Signed in.'));
    expect(
      completions.filter((completion) => completion.classId === classId() && !completion.voidedDate),
    ).toEqual([]);
    await recordAttendance(registrationId(), 'Attended');
    expect((await getTranscript(grace())).allTime.total).toBe(before);
  });
});

describe('a class of an earlier edition of its course', () => {
  it('grants the credits of that edition', async () => {
    const courseId = fixture.idOf('course', 'public-meetings-law');
    const changed = await fixture.platform.call('PUT', 'training', `/api/v1/Courses/${courseId}`, {
      tenant: 'demo',
      token: await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['training.courses.write'] }),
      body: { credits: [{ creditTypeId: fixture.idOf('creditType', 'general'), credits: 9 }] },
    });
    expect(changed.status).toBe(200);
    const dora = fixture.idOf('person', 'dora');
    const before = (await getTranscript(dora)).allTime.total;
    await recordAttendance(fixture.idOf('registration', 'dora meetings-law-past'), 'Attended');
    expect((await getTranscript(dora)).allTime.total).toBe(before + 3);
  });
});

describe('an attendance that meets the last requirement of an award', () => {
  it('notifies the person once (awardEarned)', async () => {
    const [person] = await fixture.createPeople(1);
    if (!person) throw new Error('nobody');
    const awardId = fixture.idOf('award', 'roads');
    const registered = await fixture.platform.call('POST', 'training', '/api/v1/AwardsRegistration', {
      tenant: 'demo',
      token: await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['OverrideRegistration'] }),
      body: { awardId, memberId: person.id, registrationType: 'Admin' },
    });
    expect(registered.body.status).toBe('PendingApproval');
    await call('POST', `/api/v1/AwardsRegistration/${registered.body.id}/Approve`, {});
    const key = fixture.store.key(`NOTICE#awardEarned#${registered.body.id}#${person.id}`, 'NOTICE');
    const item = await fixture.createClass({
      startsIn: 30 * 24 * 3_600_000,
      courseId: fixture.idOf('course', 'work-zone-safety'),
    });
    const registrationId = await fixture.registerMember(item.id, person.id);
    const dayLater = new Date(Date.parse(item.endsAt) + 24 * 3_600_000);
    await fixture.moveClock(dayLater.getTime() - Date.now());
    expect(await fixture.store.get(key)).toBeUndefined();
    expect((await recordAttendance(registrationId, 'Attended')).status).toBe(200);
    expect(await fixture.store.get(key)).toMatchObject({
      values: { awardName: 'Road Supervisor Certificate' },
    });
    const progress = await call('GET', `/api/v1/People/${person.id}/Awards/${awardId}`);
    expect(progress.body).toMatchObject({ state: 'Earned', statusCode: 4, percent: 100 });
    await fixture.moveClock(0);
  });
});
