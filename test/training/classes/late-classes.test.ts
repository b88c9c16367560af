// A class that ends after a certification lapses for whose renewal its credits count: the person is warned, and the office
// (docs/interface/training.md#projection).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import { notifyRegistrants } from '../../../functions/training/classes/record/class-timers.ts';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import {
  day,
  fromNow,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';
import { buildCertification, storeCertification } from '../reports/report-data.ts';
import { mailsTo } from '../settings/notification-fixture.ts';

const timeZone = 'America/Los_Angeles';
let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.reports.read'],
  });
});
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: object) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });

/** The day on which a class ends, in the time zone of the tenant. */
const dayOf = ({ endsAt }: Pick<ClassItem, 'endsAt'>): string => toLocalDate(timeZone, new Date(endsAt));

/** A person with a certification that needs credits of a type for its renewal, and a mail address. */
async function certify(
  validThrough: string,
  creditTypeId: string,
  graceThrough?: string,
): Promise<PersonItem> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('A person is created');
  const email = `${person.id}@example.org`;
  await commit([update(personKey(fixture.store, person.id), { set: { email } })]);
  const { rules } = buildCertification(randomUUID(), person.id, {});
  const curriculum = { ...rules.curriculum, minimumCredits: [{ creditTypeId, credits: 10 }] };
  await storeCertification(
    fixture.store,
    buildCertification(randomUUID(), person.id, {
      ...{ validThrough, graceThrough, rules: { ...rules, curriculum } },
    }),
  );
  return { ...person, email };
}

const readProjection = async ({ id }: PersonItem) =>
  (await call('GET', `/People/${id}/Awards/${fixture.idOf('award', 'clerk')}/Projection`)).body;

/** Moves a class, and has its registrants notified. */
async function move(item: ClassItem, startsIn: number): Promise<ClassItem> {
  const times = { startsAt: fromNow(startsIn), endsAt: fromNow(startsIn + 3 * hour) };
  const sessions = item.sessions.map((session) => ({ ...session, ...times }));
  const moved = await fixture.changeClass(item, {}, { ...times, sessions });
  await commit([notifyRegistrants(fixture.store, 'class-changed', moved, new Date())]);
  for (const milliseconds of [0, 70_000]) {
    await fixture.moveClock(milliseconds);
    await runTimers();
  }
  await fixture.moveClock(0);
  return moved;
}

const readChanges = async ({ email = '' }: PersonItem) =>
  (await mailsTo(fixture.store, email)).filter(({ subject }) => subject.startsWith('Changed:'));

it('is named by the projection, by the notification of the change that made it so, and by the report', async () => {
  const item = await fixture.createClass({ startsIn: 10 * day });
  const [credit] = item.courseCredits;
  // The certification lapses on the last day of the class as it is planned first.
  const lapses = dayOf(item);
  const person = await certify(lapses, credit?.creditTypeId ?? '');
  await fixture.registerMember(item.id, person.id);
  expect(await readProjection(person)).toMatchObject({ lapsesOn: lapses, lateClasses: [] });

  const moved = await move(item, 11 * day);
  const endsOn = addDays(lapses);
  expect(dayOf(moved)).toBe(endsOn);
  const projection = await readProjection(person);
  expect(projection.lateClasses).toEqual([{ classId: item.id, sectionName: item.sectionName, endsOn }]);
  expect(projection.sentence).toContain(` ${item.sectionName} ends on ${endsOn}, after that day.`);
  const [mail] = await readChanges(person);
  expect(mail?.text).toContain(
    `Please note: Certified County Clerk lapses on ${lapses}, before this class ends.`,
  );

  const parameters = { from: lapses, to: lapses };
  const made = await call('POST', '/Reports', {
    report: 'ExpiringCertifications',
    format: 'json',
    parameters,
  });
  const { rows } = JSON.parse(await (await fetch(made.body.reportLink)).text());
  expect(rows.find(({ personId }: { personId: string }) => personId === person.id)?.lateClasses).toBe(
    `${item.sectionName} (${endsOn})`,
  );

  // Moved back, it is in time again.
  await move(moved, 9 * day);
  expect((await readProjection(person)).lateClasses).toEqual([]);
  expect((await readChanges(person)).filter(({ text }) => text.includes('Please note'))).toHaveLength(1);
});

it('is one that ends after the grace period, for a certification that is in grace', async () => {
  const item = await fixture.createClass({ startsIn: 10 * day });
  const lapsed = addDays(toLocalDate(timeZone, new Date()), -5);
  const creditTypeId = item.courseCredits[0]?.creditTypeId ?? '';
  for (const [graceThrough, late] of [
    [dayOf(item), 0],
    [addDays(dayOf(item), -1), 1],
  ] as const) {
    const person = await certify(lapsed, creditTypeId, graceThrough);
    await fixture.registerMember(item.id, person.id);
    expect((await readProjection(person)).lateClasses).toHaveLength(late);
    if (late === 1)
      expect((await move(item, 10 * day)) && (await readChanges(person))[0]?.text).toContain(
        `Certified County Clerk can be renewed until ${graceThrough}, before this class ends.`,
      );
  }
});

it('does not concern a class whose credits do not count, or a registration that ended', async () => {
  const item = await fixture.createClass({ startsIn: 10 * day });
  const other = await certify(addDays(dayOf(item), -1), randomUUID());
  await fixture.registerMember(item.id, other.id);
  expect((await readProjection(other)).lateClasses).toEqual([]);
  const person = await certify(addDays(dayOf(item), -1), item.courseCredits[0]?.creditTypeId ?? '');
  const registration = await fixture.registerMember(item.id, person.id);
  expect((await readProjection(person)).lateClasses).toHaveLength(1);
  const cancelled = await fixture.post(`/${registration}/Cancel`, { reason: 'Ill.' });
  expect(cancelled.status, cancelled.text).toBe(200);
  expect((await readProjection(person)).lateClasses).toEqual([]);
});
