// Certifications are renewed in time or in the grace period, revoked, expired with reminders, or re-evaluated
// (docs/interface/training.md#certification-status).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationMessageItem } from '../../../functions/training/notifications/notification-message.ts';
import { computeValidThrough } from '../../../functions/training/records/certifications/awarding/validity.ts';
import { listRevokedIndexes } from '../../../functions/training/records/certifications/status-list.ts';
import { certificationById } from '../../../functions/training/records/training-record/certification.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
const timeZone = 'America/Los_Angeles';

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

const call = (method: string, path: string, body?: unknown) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
const toIds = (body: readonly { readonly id: string }[]) => body.map(({ id }) => id);
const realToday = () => toLocalDate(timeZone, new Date());
/** Sets the tenant's clock to noon, this many days from today. */
const moveClockBy = (days: number): Promise<Date> =>
  fixture.moveClock(getStartOfDay(addDays(realToday(), days), timeZone, 12).getTime() - Date.now());

/** A certification; the finance award is valid for three years and its renewal requires 6 General and 1 Ethics. */
async function createCertification(award = 'finance', completedDate = realToday()) {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  const input = { personId: person.id, awardId: fixture.idOf('award', award), completedDate };
  const { body } = await call('POST', '/Certifications', { ...input, override: true, reason: 'For a test.' });
  return { ...body, personId: person.id };
}
const grantCredits = (personId: string, type: string, many: number, earnedDate: string) =>
  call('POST', '/Credits', {
    ...{ personId, creditTypeId: fixture.idOf('creditType', type), credits: many, earnedDate },
  });
const renew = (id: string, body: object = {}) => call('POST', `/Certifications/${id}/Renew`, body);
const readNotification = async (kind: string, about: string, personId: string) =>
  fixture.store.get<NotificationMessageItem>(
    fixture.store.key(`NOTICE#${kind}#${about}#${personId}`, 'NOTICE'),
  );

describe('renewing', () => {
  it('in time starts when the old certification ends, and counts credits earned since that one became valid', async () => {
    const old = await createCertification();
    const length = daysBetween(realToday(), old.validThrough);
    await moveClockBy(length - 60);
    const early = addDays(realToday(), -1);
    await grantCredits(old.personId, 'general', 20, early);
    await grantCredits(old.personId, 'general', 5.5, addDays(realToday(), 30));
    await grantCredits(old.personId, 'ethics', 1, addDays(realToday(), 40));
    const lacking = await renew(old.id);
    expect([lacking.status, lacking.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(lacking.body.error.details).toMatchObject([
      { message: '0.5 more General credits are needed: 5.5 of 6 were earned.' },
    ]);
    await grantCredits(old.personId, 'general', 0.5, addDays(realToday(), 50));
    const both = await Promise.all([renew(old.id), renew(old.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const created = both.find(({ status }) => status === 201)?.body;
    expect(created).toMatchObject({
      validFrom: addDays(old.validThrough),
      renews: old.id,
      standing: 'NotYetValid',
    });
    expect(created.certificateNumber).not.toBe(old.certificateNumber);
    expect((await call('GET', `/Certifications/${old.id}`)).body).toMatchObject({
      renewedBy: created.id,
      standing: 'Valid',
    });
    await moveClockBy(length + 1);
    const [newest, oldest] = (await call('GET', `/People/${old.personId}/Certifications`)).body;
    expect([newest.standing, oldest.standing]).toEqual(['Valid', 'Renewed']);
    await fixture.moveClock(0);
  });

  it('can be undone by revoking the new certification: the old one is listed again and can be renewed', async () => {
    const old = await createCertification('roads');
    await moveClockBy(daysBetween(realToday(), old.validThrough) - 30);
    const mistaken = (await renew(old.id, { override: true, reason: 'Wrong person.' })).body;
    expect(mistaken.renews).toBe(old.id);
    const listed = async () =>
      (
        await call(
          'GET',
          `/Certifications?expiringFrom=${old.validThrough}&expiringBefore=${addDays(old.validThrough)}`,
        )
      ).body.map(({ id }: { id: string }) => id);
    expect(await listed()).not.toContain(old.id);
    expect(
      (await call('POST', `/Certifications/${mistaken.id}/Revoke`, { reason: 'Wrong person.' })).status,
    ).toBe(200);
    const again = (await call('GET', `/Certifications/${old.id}`)).body;
    expect(again).toMatchObject({ standing: 'Valid' });
    expect(again.renewedBy).toBeUndefined();
    expect(await listed()).toContain(old.id);
    expect((await renew(old.id, { override: true, reason: 'The right one.' })).status).toBe(201);
    await fixture.moveClock(0);
  });

  it('is possible from 90 days before the end to the end of the grace period; in grace it starts on the day of renewal', async () => {
    const old = await createCertification('roads');
    const length = daysBetween(realToday(), old.validThrough);
    await moveClockBy(length - 91);
    expect((await renew(old.id)).body.error.message).toContain(addDays(old.validThrough, -90));
    await moveClockBy(length + 5);
    await grantCredits(old.personId, 'general', 8, addDays(old.validThrough, 2));
    const progress = await call('GET', `/People/${old.personId}/Awards/${old.awardId}`);
    expect(progress.body).toMatchObject({ state: 'InGrace', isInGrace: true, statusCode: 5 });
    await moveClockBy(length + 31);
    const late = await renew(old.id);
    expect(late.body.error).toMatchObject({ code: 'NOT_ELIGIBLE' });
    await moveClockBy(length + 30);
    const created = await renew(old.id);
    expect(created.body).toMatchObject({ validFrom: old.graceThrough, awardedDate: old.graceThrough });
    await fixture.moveClock(0);
  });

  it('is impossible for a certification that does not expire or was revoked', async () => {
    const forever = await createCertification('new-commissioner');
    expect(forever.validThrough).toBeUndefined();
    expect((await renew(forever.id)).status).toBe(409);
    await call('POST', `/Certifications/${forever.id}/Revoke`, { reason: 'x' });
    expect((await renew(forever.id, { override: true, reason: 'y' })).status).toBe(409);
  });
});

describe('revoking', () => {
  it('leaves the validity unchanged, sets the bit in the status list, notifies with the reason, and takes effect once', async () => {
    const certification = await createCertification();
    const reason = 'The exam was taken by another person.';
    const done = await call('POST', `/Certifications/${certification.id}/Revoke`, { reason });
    expect(done.body).toMatchObject({
      standing: 'Revoked',
      revocationReason: reason,
      validThrough: certification.validThrough,
    });
    const item = await certificationById(fixture.store, certification.id);
    expect(await listRevokedIndexes(fixture.store, 0)).toContain(item?.statusIndex);
    expect(
      (await readNotification('certificationRevoked', certification.id, certification.personId))?.values,
    ).toMatchObject({
      reason,
    });
    expect((await call('POST', `/Certifications/${certification.id}/Revoke`, { reason })).status).toBe(409);
    const { body } = await call('GET', `/People/${certification.personId}/Awards/${certification.awardId}`);
    expect(body).toMatchObject({ state: 'Revoked', statusCode: 1 });
    const ending = await call(
      'GET',
      `/Certifications?expiringFrom=${certification.validThrough}&pageSize=200`,
    );
    expect(toIds(ending.body)).not.toContain(certification.id);
    expect((await call('POST', `/Certifications/${certification.id}/Revoke`, {})).status).toBe(400);
  });

  const readStanding = async (id: string): Promise<string> =>
    (await call('GET', `/Certifications/${id}`)).body.standing;
  const revoke = (id: string, body: object = {}, query = '') =>
    call('POST', `/Certifications/${id}/Revoke${query}`, { reason: 'Not the same person.', ...body });

  /** A certification that was renewed before its end, and the renewal. */
  async function renewEarly() {
    const old = await createCertification('roads');
    await moveClockBy(daysBetween(realToday(), old.validThrough) - 30);
    const renewal = (await renew(old.id, { override: true, reason: 'For a test.' })).body;
    expect(renewal.standing).toBe('NotYetValid');
    return { old, renewal };
  }

  it('ends an early renewal too, as a dry run says before, and the holder is notified of both', async () => {
    const { old, renewal } = await renewEarly();
    const dependent = {
      certificationId: renewal.id,
      standing: 'NotYetValid',
      basis: 'Renewal',
      basedOn: old.id,
    };
    const dryRun = await revoke(old.id, {}, '?validateOnly=true');
    expect(dryRun.body).toMatchObject({ endedDependents: [dependent], keptDependents: [] });
    expect(await Promise.all([old.id, renewal.id].map(readStanding))).toEqual(['Valid', 'NotYetValid']);
    const done = await revoke(old.id);
    expect(done.body).toMatchObject({
      standing: 'Revoked',
      endedDependents: [dependent],
      keptDependents: [],
    });
    await moveClockBy(daysBetween(realToday(), old.validThrough) + 1);
    expect(await readStanding(renewal.id)).toBe('Revoked');
    expect((await readNotification('certificationRevoked', renewal.id, old.personId))?.values.reason).toMatch(
      /which it renews, was revoked: Not the same person\.$/,
    );
    const indexes = await listRevokedIndexes(fixture.store, 0);
    for (const { id } of [old, renewal])
      expect(indexes).toContain((await certificationById(fixture.store, id))?.statusIndex);
    await fixture.moveClock(0);
  });

  it('keeps the renewal when the request says so, and lists it', async () => {
    const { old, renewal } = await renewEarly();
    const done = await revoke(old.id, { dependents: 'keep' });
    expect(done.body).toMatchObject({
      endedDependents: [],
      keptDependents: [{ certificationId: renewal.id, basis: 'Renewal' }],
    });
    await moveClockBy(daysBetween(realToday(), old.validThrough) + 1);
    expect(await readStanding(renewal.id)).toBe('Valid');
    await fixture.moveClock(0);
  });

  it('ends a certification whose award requires the revoked one, and counts its holders', async () => {
    const [person] = await fixture.createPeople(1);
    const createAward = async (name: string, prerequisites: object[] = []) =>
      (await call('POST', '/Awards', { name, prerequisites, requiresApproval: false })).body.id;
    const basic = await createAward('Basic Certificate of Dikes');
    const higher = await createAward('Higher Certificate of Dikes', [{ type: 'Award', id: basic }]);
    const certify = async (awardId: string): Promise<string> => {
      const member = { awardId, memberId: person?.id, registrationType: 'Admin' };
      expect((await call('POST', '/AwardsRegistration', member)).status).toBe(201);
      return (await call('POST', '/Certifications', { awardId, personId: person?.id })).body.id;
    };
    const [first, second] = [await certify(basic), await certify(higher)];
    expect((await revoke(first)).body.endedDependents).toMatchObject([
      { certificationId: second, standing: 'Valid', basis: 'Prerequisite', basedOn: first },
    ]);
    expect(await readStanding(second)).toBe('Revoked');
    for (const id of [higher, basic]) {
      await call('PUT', `/Awards/${id}`, { isActive: false, prerequisites: [] });
      expect((await call('DELETE', `/Awards/${id}`)).status).toBe(204);
    }
  });
});

describe('the list by expiry', () => {
  it('has certifications that expire before a day, the earliest first, in pages, without revoked and renewed ones', async () => {
    const from = realToday();
    const before = addDays(from, 70);
    const all = await call('GET', `/Certifications?expiringFrom=${from}&expiringBefore=${before}`);
    const seeded = (key: string) => fixture.idOf('certification', key);
    expect(toIds(all.body)).toEqual([seeded('kira clerk'), seeded('jonas finance')]);
    const first = await call(
      'GET',
      `/Certifications?expiringFrom=${from}&expiringBefore=${before}&pageSize=1`,
    );
    expect(toIds(first.body)).toEqual([seeded('kira clerk')]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await call('GET', next.replace(`${fixture.platform.urls.training}/api/v1`, ''));
    expect(toIds(second.body)).toEqual([seeded('jonas finance')]);
    expect(second.headers.get('link')).not.toContain('rel="next"');
    expect((await renew(seeded('jonas finance'))).status).toBe(201);
    const left = await call('GET', `/Certifications?expiringFrom=${from}&expiringBefore=${before}`);
    expect(toIds(left.body)).toEqual([seeded('kira clerk')]);
    const turned = await call('GET', `/Certifications?expiringFrom=${before}&expiringBefore=${from}`);
    expect(turned.body).toEqual([]);
  });

  it('agrees with the projection, which states when a certification lapses and which credits are needed by then', async () => {
    const { holderId, heldAwardId } = fixture.platform.demo.values;
    const { body } = await call('GET', `/People/${holderId}/Awards/${heldAwardId}/Projection`);
    const end = addDays(realToday(), 40);
    expect(body).toMatchObject({ lapsesOn: end, renewBy: addDays(end, 30), canRenewNow: false });
    expect(body.creditsNeeded).toMatchObject([{ creditType: 'General', needed: 10, earned: 6, missing: 4 }]);
    expect(body.sentence).toBe(
      `Certified County Clerk lapses on ${end}; it needs 4 more General credits by then. Budget Basics, spring ends on ${body.lateClasses[0]?.endsOn}, after that day.`,
    );
  });
});

describe('the end of a certification', () => {
  it('sends one notification 90, 60, 30 and 7 days before and one on the day after', async () => {
    const certification = await createCertification();
    const length = daysBetween(realToday(), certification.validThrough);
    const reminders: (readonly [number, boolean])[] = [];
    for (const days of [91, 89, 60, 30, 7]) {
      await fixture.runTimers(await moveClockBy(length - days));
      for (const reminder of [90, 60, 30, 7])
        reminders.push([
          reminder,
          (await readNotification(
            'certificationExpiring',
            `${certification.id}#${certification.validThrough}#${reminder}`,
            certification.personId,
          )) !== undefined,
        ]);
    }
    const many = reminders.filter(([, wasSent]) => wasSent).length;
    expect(many).toBe(0 + 1 + 2 + 3 + 4);
    const week = await readNotification(
      'certificationExpiring',
      `${certification.id}#${certification.validThrough}#7`,
      certification.personId,
    );
    expect(week?.values.creditsNeeded).toBe('6 General and 1 Ethics');
    expect(
      await readNotification(
        'certificationExpired',
        `${certification.id}#${certification.validThrough}`,
        certification.personId,
      ),
    ).toBeUndefined();
    await fixture.runTimers(await moveClockBy(length + 2));
    expect(
      (
        await readNotification(
          'certificationExpired',
          `${certification.id}#${certification.validThrough}`,
          certification.personId,
        )
      )?.values,
    ).toMatchObject({ validThrough: certification.validThrough, graceThrough: certification.graceThrough });
    await fixture.moveClock(0);
  });

  it('sends nothing for a revoked certification, and only the latest of several overdue reminders', async () => {
    const [revoked, active] = [await createCertification(), await createCertification()];
    await call('POST', `/Certifications/${revoked.id}/Revoke`, { reason: 'x' });
    const length = daysBetween(realToday(), active.validThrough);
    await fixture.runTimers(await moveClockBy(length - 20));
    const wasSent = async (certification: typeof active, days: number) =>
      (await readNotification(
        'certificationExpiring',
        `${certification.id}#${certification.validThrough}#${days}`,
        certification.personId,
      )) !== undefined;
    expect(await Promise.all([90, 60, 30, 7].map((days) => wasSent(active, days)))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect(await Promise.all([90, 60, 30, 7].map((days) => wasSent(revoked, days)))).toEqual(
      Array(4).fill(false),
    );
    await fixture.moveClock(0);
  });
});

describe('changed rules', () => {
  it('do not affect existing certifications until they are re-evaluated, after a preview', async () => {
    const completed = addDays(realToday(), -200);
    const certification = await createCertification('clerk', completed);
    const path = `/Awards/${certification.awardId}`;
    expect((await call('PUT', path, { validityPeriod: { years: 1 } })).status).toBe(200);
    expect((await call('GET', `/Certifications/${certification.id}`)).body).toEqual(certification);

    const preview = await call('POST', `${path}/Reevaluate`, {});
    expect(preview.body).toMatchObject({ isApplied: false, nextCursor: null });
    const isOwn = ({ certificationId }: { certificationId: string }) => certificationId === certification.id;
    expect(preview.body.changes.find(isOwn)).toMatchObject({
      before: { validThrough: computeValidThrough(completed, { years: 3 }) },
      after: { validThrough: computeValidThrough(completed, { years: 1 }) },
      missing: expect.stringContaining('Records Management and Retention'),
    });
    expect((await call('GET', `/Certifications/${certification.id}`)).body.version).toBe(
      certification.version,
    );

    const dry = await call('POST', `${path}/Reevaluate?validateOnly=true`, { apply: true });
    expect(dry.status).toBe(204);
    const done = await call('POST', `${path}/Reevaluate`, { apply: true });
    expect(done.body).toEqual({ ...preview.body, isApplied: true });
    expect((await call('GET', `/Certifications/${certification.id}`)).body).toMatchObject({
      validThrough: computeValidThrough(completed, { years: 1 }),
      rules: certification.rules,
      reevaluations: [{ rules: { validityPeriod: { years: 1 } } }],
    });
    expect((await call('POST', `${path}/Reevaluate`, {})).body.changes).toEqual([]);
  });
});
