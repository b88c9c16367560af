// Certifications are renewed in time or in the grace period, revoked, expired with reminders, or re-evaluated
// (docs/interface/training.md#certification-status).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationMessageItem } from '../../functions/training/notifications/notification-message.ts';
import { listRevokedIndexes } from '../../functions/training/records/certifications/status-list.ts';
import { computeValidThrough } from '../../functions/training/records/certifications/validity.ts';
import { certificationById } from '../../functions/training/records/training-record/certification.ts';
import { toLocalDate } from '../../shared/directory/local-date.ts';
import { addDays, daysBetween } from '../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../shared/time/local-time.ts';
import { startWorld, type World } from './registration-world.ts';

let world: World;
let token: string;
const timeZone = 'America/Los_Angeles';

beforeAll(async () => {
  world = await startWorld();
  token = await world.platform.tokenFor({
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
}, 60_000);
afterAll(() => world.platform.stop());

const call = (method: string, at: string, body?: unknown) =>
  world.platform.call(method, 'training', `/api/v1${at}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
const toIds = (body: readonly { readonly id: string }[]) => body.map(({ id }) => id);
const realToday = () => toLocalDate(timeZone, new Date());
/** Sets the tenant's clock to noon, this many days from today. */
const moveClockBy = (days: number): Promise<Date> =>
  world.moveClock(getStartOfDay(addDays(realToday(), days), timeZone, 12).getTime() - Date.now());

/** A certification; the finance award is valid for three years and its renewal requires 6 General and 1 Ethics. */
async function createCertification(award = 'finance', completedDate = realToday()) {
  const [person] = await world.createPeople(1);
  if (!person) throw new Error('nobody');
  const input = { personId: person.id, awardId: world.idOf('award', award), completedDate };
  const { body } = await call('POST', '/Certifications', { ...input, override: true, reason: 'For a test.' });
  return { ...body, personId: person.id };
}
const grantCredits = (personId: string, type: string, many: number, earnedDate: string) =>
  call('POST', '/Credits', {
    ...{ personId, creditTypeId: world.idOf('creditType', type), credits: many, earnedDate },
  });
const renew = (id: string, body: object = {}) => call('POST', `/Certifications/${id}/Renew`, body);
const readNotification = async (kind: string, about: string, personId: string) =>
  world.store.get<NotificationMessageItem>(world.store.key(`NOTICE#${kind}#${about}#${personId}`, 'NOTICE'));

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
    const made = both.find(({ status }) => status === 201)?.body;
    expect(made).toMatchObject({
      validFrom: addDays(old.validThrough),
      renews: old.id,
      standing: 'NotYetValid',
    });
    expect(made.certificateNumber).not.toBe(old.certificateNumber);
    expect((await call('GET', `/Certifications/${old.id}`)).body).toMatchObject({
      renewedBy: made.id,
      standing: 'Valid',
    });
    await moveClockBy(length + 1);
    const [newest, oldest] = (await call('GET', `/People/${old.personId}/Certifications`)).body;
    expect([newest.standing, oldest.standing]).toEqual(['Valid', 'Renewed']);
    await world.moveClock(0);
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
    await world.moveClock(0);
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
    const made = await renew(old.id);
    expect(made.body).toMatchObject({ validFrom: old.graceThrough, awardedDate: old.graceThrough });
    await world.moveClock(0);
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
    const one = await createCertification();
    const reason = 'The exam was taken by another person.';
    const done = await call('POST', `/Certifications/${one.id}/Revoke`, { reason });
    expect(done.body).toMatchObject({
      standing: 'Revoked',
      revocationReason: reason,
      validThrough: one.validThrough,
    });
    const item = await certificationById(world.store, one.id);
    expect(await listRevokedIndexes(world.store, 0)).toContain(item?.statusIndex);
    expect((await readNotification('certificationRevoked', one.id, one.personId))?.values).toMatchObject({
      reason,
    });
    expect((await call('POST', `/Certifications/${one.id}/Revoke`, { reason })).status).toBe(409);
    const { body } = await call('GET', `/People/${one.personId}/Awards/${one.awardId}`);
    expect(body).toMatchObject({ state: 'Revoked', statusCode: 1 });
    const ending = await call('GET', `/Certifications?expiringFrom=${one.validThrough}&pageSize=200`);
    expect(toIds(ending.body)).not.toContain(one.id);
    expect((await call('POST', `/Certifications/${one.id}/Revoke`, {})).status).toBe(400);
  });
});

describe('the list by expiry', () => {
  it('has certifications that expire before a day, the earliest first, in pages, without revoked and renewed ones', async () => {
    const from = realToday();
    const before = addDays(from, 70);
    const all = await call('GET', `/Certifications?expiringFrom=${from}&expiringBefore=${before}`);
    const seeded = (key: string) => world.idOf('certification', key);
    expect(toIds(all.body)).toEqual([seeded('kira clerk'), seeded('jonas finance')]);
    const first = await call(
      'GET',
      `/Certifications?expiringFrom=${from}&expiringBefore=${before}&pageSize=1`,
    );
    expect(toIds(first.body)).toEqual([seeded('kira clerk')]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await call('GET', next.replace(`${world.platform.urls.training}/api/v1`, ''));
    expect(toIds(second.body)).toEqual([seeded('jonas finance')]);
    expect(second.headers.get('link')).not.toContain('rel="next"');
    expect((await renew(seeded('jonas finance'))).status).toBe(201);
    const left = await call('GET', `/Certifications?expiringFrom=${from}&expiringBefore=${before}`);
    expect(toIds(left.body)).toEqual([seeded('kira clerk')]);
    const turned = await call('GET', `/Certifications?expiringFrom=${before}&expiringBefore=${from}`);
    expect(turned.body).toEqual([]);
  });

  it('agrees with the projection, which states when a certification lapses and which credits are needed by then', async () => {
    const { holderId, heldAwardId } = world.platform.demo.values;
    const { body } = await call('GET', `/People/${holderId}/Awards/${heldAwardId}/Projection`);
    const end = addDays(realToday(), 40);
    expect(body).toMatchObject({ lapsesOn: end, renewBy: addDays(end, 30), canRenewNow: false });
    expect(body.creditsNeeded).toMatchObject([{ creditType: 'General', needed: 10, earned: 6, missing: 4 }]);
    expect(body.sentence).toBe(
      `Certified County Clerk lapses on ${end}; it needs 4 more General credits by then.`,
    );
  });
});

describe('the end of a certification', () => {
  it('sends one notification 90, 60, 30 and 7 days before and one on the day after', async () => {
    const one = await createCertification();
    const length = daysBetween(realToday(), one.validThrough);
    const reminders: (readonly [number, boolean])[] = [];
    for (const days of [91, 89, 60, 30, 7]) {
      await world.runTimers(await moveClockBy(length - days));
      for (const reminder of [90, 60, 30, 7])
        reminders.push([
          reminder,
          (await readNotification(
            'certificationExpiring',
            `${one.id}#${one.validThrough}#${reminder}`,
            one.personId,
          )) !== undefined,
        ]);
    }
    const many = reminders.filter(([, wasSent]) => wasSent).length;
    expect(many).toBe(0 + 1 + 2 + 3 + 4);
    const week = await readNotification(
      'certificationExpiring',
      `${one.id}#${one.validThrough}#7`,
      one.personId,
    );
    expect(week?.values.creditsNeeded).toBe('6 General and 1 Ethics');
    expect(
      await readNotification('certificationExpired', `${one.id}#${one.validThrough}`, one.personId),
    ).toBeUndefined();
    await world.runTimers(await moveClockBy(length + 2));
    expect(
      (await readNotification('certificationExpired', `${one.id}#${one.validThrough}`, one.personId))?.values,
    ).toMatchObject({ validThrough: one.validThrough, graceThrough: one.graceThrough });
    await world.moveClock(0);
  }, 30_000);

  it('sends nothing for a revoked certification, and only the latest of several overdue reminders', async () => {
    const [revoked, active] = [await createCertification(), await createCertification()];
    await call('POST', `/Certifications/${revoked.id}/Revoke`, { reason: 'x' });
    const length = daysBetween(realToday(), active.validThrough);
    await world.runTimers(await moveClockBy(length - 20));
    const wasSent = async (one: typeof active, days: number) =>
      (await readNotification(
        'certificationExpiring',
        `${one.id}#${one.validThrough}#${days}`,
        one.personId,
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
    await world.moveClock(0);
  }, 30_000);
});

describe('changed rules', () => {
  it('do not affect existing certifications until they are re-evaluated, after a preview', async () => {
    const completed = addDays(realToday(), -200);
    const one = await createCertification('clerk', completed);
    const path = `/Awards/${one.awardId}`;
    expect((await call('PUT', path, { validityPeriod: { years: 1 } })).status).toBe(200);
    expect((await call('GET', `/Certifications/${one.id}`)).body).toEqual(one);

    const preview = await call('POST', `${path}/Reevaluate`, {});
    expect(preview.body).toMatchObject({ isApplied: false, nextCursor: null });
    const mine = ({ certificationId }: { certificationId: string }) => certificationId === one.id;
    expect(preview.body.changes.find(mine)).toMatchObject({
      before: { validThrough: computeValidThrough(completed, { years: 3 }) },
      after: { validThrough: computeValidThrough(completed, { years: 1 }) },
      missing: expect.stringContaining('Records Management and Retention'),
    });
    expect((await call('GET', `/Certifications/${one.id}`)).body.version).toBe(one.version);

    const dry = await call('POST', `${path}/Reevaluate?validateOnly=true`, { apply: true });
    expect(dry.status).toBe(204);
    const done = await call('POST', `${path}/Reevaluate`, { apply: true });
    expect(done.body).toEqual({ ...preview.body, isApplied: true });
    expect((await call('GET', `/Certifications/${one.id}`)).body).toMatchObject({
      validThrough: computeValidThrough(completed, { years: 1 }),
      rules: { validityPeriod: { years: 1 } },
    });
    expect((await call('POST', `${path}/Reevaluate`, {})).body.changes).toEqual([]);
  });
});
