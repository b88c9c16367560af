// Attendance per session, its rule and check-in by code (docs/interface/training.md#attendance-per-session).
import { randomUUID } from 'node:crypto';
import jsQR from 'jsqr';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { earliestEntry } from '../../../functions/training/classes/record/attendance-rule.ts';
import type { ClassItem } from '../../../functions/training/classes/record/class.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  day,
  fromNow,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
let office: string;
const minute = hour / 60;

const call = (method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Reply> =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token: office,
    body,
    ...options,
  });

/** A class of a session of an hour and one of three hours, 30 days from now, with a person who is registered. */
async function createClass(rule?: object) {
  const plain = await fixture.createClass();
  const [session] = plain.sessions;
  if (!session) throw new Error('The class has no session');
  const at = (from: number, to: number) => ({
    ...session,
    id: randomUUID(),
    startsAt: fromNow(30 * day + from * hour),
    endsAt: fromNow(30 * day + to * hour),
  });
  const sessions = [at(0, 1), at(2, 5)] as const;
  const startsAt = sessions[0].startsAt;
  const endsAt = sessions[1].endsAt;
  const item = await fixture.changeClass(plain, {}, { sessions, startsAt, endsAt });
  if (rule) expect((await call('PUT', `/Classes/${item.id}/AttendanceRule`, rule)).status).toBe(200);
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('There is no person');
  const registrationId = await fixture.registerMember(item.id, person.id);
  return { item, short: sessions[0], long: sessions[1], personId: person.id, registrationId };
}

const record = (
  item: ClassItem,
  sessionId: string,
  registrationId: string,
  minutes?: number,
  more: object = {},
) =>
  call('POST', `/Classes/${item.id}/Sessions/${sessionId}/Attendance`, {
    attendances: [{ registrationId, minutes, ...more }],
  });
const listCredits = async (personId: string) =>
  (await call('GET', `/People/${personId}/Transcript`)).body.credits.map(
    ({ credits, creditType, voidedDate }: Record<string, unknown>) => ({
      credits,
      creditType,
      isVoided: voidedDate !== undefined,
    }),
  );
/** After the class has ended. */
const afterClass = () => fixture.moveClock(30 * day + 6 * hour);

/** Reads a QR code from its SVG, eight pixels to a module. */
function decode(svg: string): string | undefined {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
  const scale = 8;
  const width = size * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row += 1)
      for (let column = 0; column < scale; column += 1) {
        const at = 4 * ((Number(y) * scale + row) * width + Number(x) * scale + column);
        pixels.fill(0, at, at + 3);
      }
  return jsQR.default(pixels, width, width)?.data;
}

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.registrations.read',
      'training.registrations.write',
      'training.classes.write',
      'training.catalogue.read',
      'training.credits.read',
    ],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

describe('attendance by rule', () => {
  it('part of the sessions earns part of the credits, rounded, in the transcript once', async () => {
    const rule = { kind: 'proportional', minimumShare: 50, roundingStep: 0.5, roundingMode: 'down' };
    const { item, short, long, personId, registrationId } = await createClass(rule);
    await afterClass();
    const first = await record(item, short.id, registrationId, 0);
    expect(first.body.results[0]).toMatchObject({ status: 'Confirmed', minutes: 0 });
    expect(await listCredits(personId)).toEqual([]);
    const second = await record(item, long.id, registrationId);
    expect(second.body.results[0]).toMatchObject({ status: 'Attended', minutes: 180 });
    // 180 of 240 minutes of 6 credits.
    expect(await listCredits(personId)).toEqual([{ credits: 4.5, creditType: 'General', isVoided: false }]);
    const again = await record(item, long.id, registrationId);
    expect(again.body).toMatchObject({ recorded: 1, refused: 0 });
    expect(await listCredits(personId)).toHaveLength(1);
  });

  it('a correction replaces the credits, and is audited', async () => {
    const rule = { kind: 'proportional', minimumShare: 50, roundingStep: 0.5, roundingMode: 'down' };
    const { item, short, long, personId, registrationId } = await createClass(rule);
    await afterClass();
    await record(item, short.id, registrationId);
    await record(item, long.id, registrationId);
    expect(await listCredits(personId)).toEqual([{ credits: 6, creditType: 'General', isVoided: false }]);
    const corrected = await record(item, long.id, registrationId, 90, { reason: 'Left at noon.' });
    expect(corrected.body.results[0]).toMatchObject({ status: 'Attended', minutes: 90 });
    const credits = await listCredits(personId);
    expect(credits).toContainEqual({ credits: 6, creditType: 'General', isVoided: true });
    expect(credits).toContainEqual({ credits: 3.5, creditType: 'General', isVoided: false });
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['identity.audit.read'] });
    const audit = await fixture.platform.call(
      'GET',
      'identity',
      `/api/v1/Audit?type=SessionAttendance&record=${registrationId}`,
      { tenant: 'demo', token },
    );
    expect(audit.body.items).toHaveLength(1);
    expect(audit.body.items[0]).toMatchObject({
      before: { minutes: 180 },
      after: { minutes: 90, reason: 'Left at noon.' },
    });
    const absent = await record(item, long.id, registrationId, 0);
    expect(absent.body.results[0].status).toBe('NoShow');
    expect((await listCredits(personId)).every(({ isVoided }: { isVoided: boolean }) => isVoided)).toBe(true);
  });

  it('a threshold grants all or nothing, and completing the attendance counts missing sessions as absent', async () => {
    const { item, long, personId, registrationId } = await createClass({
      kind: 'threshold',
      minimumShare: 75,
    });
    const [other] = await fixture.createPeople(1);
    const absentId = await fixture.registerMember(item.id, other?.id ?? '');
    const early = await call('POST', `/Classes/${item.id}/Attendance/Complete`, {});
    expect(early.status).toBe(409);
    await afterClass();
    await record(item, long.id, registrationId);
    const completed = await call('POST', `/Classes/${item.id}/Attendance/Complete`, {});
    expect(completed.body).toEqual({ attended: 1, noShow: 1, refused: [] });
    expect(await listCredits(personId)).toEqual([{ credits: 6, creditType: 'General', isVoided: false }]);
    expect((await fixture.readRegistration(absentId)).status).toBe('NoShow');
    const again = await call('POST', `/Classes/${item.id}/Attendance/Complete`, {});
    expect(again.body).toEqual({ attended: 0, noShow: 0, refused: [] });
  });

  it('without a rule attendance of sessions is recorded only', async () => {
    const { item, short, long, personId, registrationId } = await createClass();
    await afterClass();
    await record(item, short.id, registrationId);
    expect((await record(item, long.id, registrationId)).body.results[0].status).toBe('Confirmed');
    expect(await listCredits(personId)).toEqual([]);
    expect((await call('POST', `/Classes/${item.id}/Attendance/Complete`, {})).status).toBe(409);
  });

  it('is refused before the session begins, beyond its length, and for who has no seat', async () => {
    const { item, short, registrationId } = await createClass();
    const early = await record(item, short.id, registrationId);
    expect(early.body.results[0].error.code).toBe('CONFLICT');
    await afterClass();
    const long = await record(item, short.id, registrationId, 61);
    expect(long.body.results[0].error.details[0]).toMatchObject({ code: 'OUT_OF_RANGE', target: 'minutes' });
    await fixture.moveClock(0);
    await fixture.post(`/${registrationId}/Cancel`, {});
    await afterClass();
    expect((await record(item, short.id, registrationId)).body.results[0].error.code).toBe('CONFLICT');
  });

  it('an entry is taken back while the registration is Confirmed, with an audit record', async () => {
    const { item, short, long, registrationId } = await createClass({ kind: 'threshold', minimumShare: 50 });
    await afterClass();
    await record(item, short.id, registrationId);
    const undone = await record(item, short.id, registrationId, undefined, { isRemoved: true });
    expect(undone.body.results[0]).toEqual({ row: 0, registrationId, status: 'Confirmed' });
    const again = await record(item, short.id, registrationId, undefined, { isRemoved: true });
    expect(again.body).toMatchObject({ recorded: 1, refused: 0 });
    expect((await fixture.readRegistration(registrationId)).sessionAttendance).toEqual([]);
    const token = await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['identity.audit.read'] });
    const audit = await fixture.platform.call(
      'GET',
      'identity',
      `/api/v1/Audit?type=SessionAttendance&record=${registrationId}`,
      { tenant: 'demo', token },
    );
    expect(audit.body.items).toHaveLength(1);
    expect(audit.body.items[0].before).toMatchObject({ minutes: 60 });
    await record(item, short.id, registrationId);
    await record(item, long.id, registrationId);
    const settled = await record(item, long.id, registrationId, undefined, { isRemoved: true });
    expect(settled.body.results[0].error.code).toBe('CONFLICT');
  });

  it('the roster of a session shows everybody with what was recorded', async () => {
    const { item, short, registrationId } = await createClass();
    await afterClass();
    await record(item, short.id, registrationId, 45);
    const roster = await call('GET', `/Classes/${item.id}/Sessions/${short.id}/Attendance`);
    expect(roster.headers.get('x-total-count')).toBe('1');
    expect(roster.body[0]).toMatchObject({ registrationId, minutes: 45, sessionMinutes: 60, method: 'list' });
  });
});

describe('check-in by code', () => {
  it('the QR code that a person shows checks them in to the session that takes place', async () => {
    const { item, short, personId, registrationId } = await createClass();
    const person = await fixture.platform.tokenFor({ tenant: 'demo', personId });
    await fixture.moveClock(30 * day - 10 * minute);
    const path = `/registration/ClassRegistration/${registrationId}/CheckInCode`;
    const issued = await call('POST', path, undefined, { token: person });
    expect(issued.status).toBe(200);
    expect(decode(issued.body.qrCode)).toBe(issued.body.code);
    const own = await call(
      'POST',
      `/Classes/${item.id}/CheckIn`,
      { code: issued.body.code },
      { token: person },
    );
    expect(own.status).toBe(403);
    for (const _ of [1, 2]) {
      const checkedIn = await call('POST', `/Classes/${item.id}/CheckIn`, { code: issued.body.code });
      expect(checkedIn.status).toBe(200);
      expect(checkedIn.body).toMatchObject({ registrationId, minutes: 60, method: 'code' });
    }
    const { sessionAttendance } = await fixture.readRegistration(registrationId);
    expect(sessionAttendance).toHaveLength(1);
    expect(sessionAttendance?.[0]?.sessionId).toBe(short.id);
  });

  it('who was checked in to a session that is then moved to another day is not recorded for the new day', async () => {
    const { item, short, registrationId, personId } = await createClass({
      kind: 'threshold',
      minimumShare: 60,
    });
    await fixture.moveClock(30 * day - 30 * minute);
    const own = { token: await fixture.platform.tokenFor({ tenant: 'demo', personId }) };
    const checkIn = async () => {
      const { body } = await fixture.post(`/${registrationId}/CheckInCode`, undefined, own);
      return call('POST', `/Classes/${item.id}/CheckIn`, { code: body.code, sessionId: short.id });
    };
    const { at } = (await checkIn()).body;
    const readEntry = async () =>
      (await call('GET', `/Classes/${item.id}/Sessions/${short.id}/Attendance`)).body[0].minutes;
    const putOff = (startsAt: number) =>
      fixture.changeClass(
        item,
        {},
        {
          sessions: item.sessions.map((session) =>
            session.id === short.id
              ? {
                  ...session,
                  startsAt: new Date(startsAt).toISOString(),
                  endsAt: new Date(startsAt + hour).toISOString(),
                }
              : session,
          ),
        },
      );
    await putOff(Date.parse(at) + earliestEntry);
    expect(await readEntry()).toBe(60);
    await putOff(Date.parse(at) + earliestEntry + 1);
    expect(await readEntry()).toBeUndefined();
    // The next day they are checked in as if they had not been before.
    await putOff(Date.parse(at) + day);
    await fixture.moveClock(31 * day - 30 * minute);
    expect((await checkIn()).body).toMatchObject({ wasRecorded: false, minutes: 60 });
    expect(await readEntry()).toBe(60);
  });

  it('a code is refused after five minutes, when it was changed, and at another class', async () => {
    const { item, registrationId } = await createClass();
    const other = await createClass();
    await fixture.moveClock(30 * day);
    const path = `/registration/ClassRegistration/${registrationId}/CheckInCode`;
    const { code } = (await call('POST', path)).body;
    const check = async (classId: string, sent: string) => {
      const reply = await call('POST', `/Classes/${classId}/CheckIn`, { code: sent });
      return [reply.status, reply.body.error?.message];
    };
    const [id, seconds, signature] = code.split('.');
    expect(await check(item.id, `${id}.${Number(seconds) + 60}.${signature}`)).toEqual([
      409,
      'The code is none of this class.',
    ]);
    expect(await check(other.item.id, code)).toEqual([409, 'The code is of another class.']);
    const forged = `${randomUUID()}.${seconds}.${signature}`;
    expect(await check(item.id, forged)).toEqual([409, 'The code is none of this class.']);
    await fixture.moveClock(30 * day + 6 * minute);
    expect((await check(item.id, code))[1]).toMatch(/expired/);
  });

  it('a scan that is sent later counts as of its moment, while the code was valid and for a day', async () => {
    const { item, short, registrationId } = await createClass();
    const opened = await fixture.moveClock(30 * day);
    const path = `/registration/ClassRegistration/${registrationId}/CheckInCode`;
    const { code, expiresAt } = (await call('POST', path)).body;
    const send = (scannedAt: string, more: object = {}) =>
      call('POST', `/Classes/${item.id}/CheckIn`, { code, scannedAt, ...more });
    const at = (milliseconds: number) => new Date(Date.parse(expiresAt) + milliseconds).toISOString();
    await fixture.moveClock(31 * day);
    const late = await send(at(0));
    expect([late.status, late.body.error.details[0].code]).toEqual([409, 'CODE_EXPIRED']);
    const early = await send(at(-8 * minute));
    expect([early.status, early.body.error.details[0].target]).toEqual([400, 'scannedAt']);
    const ahead = await send(new Date(opened.getTime() + day + 5 * minute).toISOString());
    expect([ahead.status, ahead.body.error.details[0].code]).toEqual([400, 'OUT_OF_RANGE']);
    const scannedAt = at(-1000);
    const first = await send(scannedAt);
    expect(first.body).toMatchObject({ registrationId, minutes: 60, at: scannedAt, wasRecorded: false });
    const again = await send(scannedAt, { sessionId: short.id });
    expect(again.body).toMatchObject({ at: scannedAt, wasRecorded: true });
    await fixture.moveClock(31 * day + 6 * minute);
    expect((await send(scannedAt)).body.error.details[0].code).toBe('OUT_OF_RANGE');
  });

  it('says that a person has no seat', async () => {
    const { item, short, registrationId } = await createClass();
    const path = `/registration/ClassRegistration/${registrationId}/CheckInCode`;
    const { code } = (await call('POST', path)).body;
    await fixture.post(`/${registrationId}/Cancel`, {});
    const refused = await call('POST', `/Classes/${item.id}/CheckIn`, { code, sessionId: short.id });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([409, 'NOT_REGISTERED']);
  });

  it('only the person and the office get a code', async () => {
    const { registrationId } = await createClass();
    const stranger = await fixture.platform.tokenFor({ tenant: 'demo', personId: randomUUID() });
    const path = `/registration/ClassRegistration/${registrationId}/CheckInCode`;
    expect((await call('POST', path, undefined, { token: stranger })).status).toBe(403);
  });
});
