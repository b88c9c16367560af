// Registration, certification, fiscal year, access policy, and the audit of every change.
// Rules: docs/interface/training.md#waitlist; docs/interface/access.md#tenant-access-setting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, put, update } from '../../../shared/data/changes.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const settingsPath = '/api/v1/Settings';
const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', settingsPath + path, { tenant: 'demo', token, ...options });
const latestChange = async () => (await call('GET', '/Audit?pageSize=1')).body[0];

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.settings.read', 'training.settings.write'],
    subject: 'keeper-of-settings',
  });
});
afterAll(() => platform.stop());

describe('registration and certification', () => {
  it('have the defaults of 48 hours for an offer and reminders at 90/60/30/7 days', async () => {
    const registration = await call('GET', '/Registration');
    expect(registration.body).toEqual({
      currency: 'USD',
      unmetExperience: 'declaration',
      retakeMonths: 0,
      retakeRegistration: 'allow',
      offerHours: 48,
      pendingHoldsSeat: true,
      mayReapplyAfterDenial: true,
      waitlistSize: 0,
      reminderDays: [7, 1],
    });
    const certification = await call('GET', '/Certification');
    expect(certification.body).toEqual({
      graceDays: 30,
      officeRole: 'staff',
      renewalOpensDays: 90,
      reminderDays: [90, 60, 30, 7],
    });
  });

  it('change only the fields that are sent, and only if If-Match matches', async () => {
    const { headers } = await call('GET', '/Registration');
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    const first = await call('PUT', '/Registration', {
      body: { offerHours: 24, reminderDays: [1, 14, 1] },
      headers: ifMatch,
    });
    expect(first.body).toMatchObject({ currency: 'USD', offerHours: 24, reminderDays: [14, 1] });
    const late = await call('PUT', '/Registration', { body: { waitlistSize: 5 }, headers: ifMatch });
    expect(late.status).toBe(412);
    const again = await call('PUT', '/Registration', {
      body: { waitlistSize: 5, currency: 'USD' },
      headers: { 'If-Match': first.headers.get('etag') ?? '' },
    });
    expect(again.body).toMatchObject({ currency: 'USD', offerHours: 24, waitlistSize: 5 });
    expect((await call('PUT', '/Certification', { body: { graceDays: 45 } })).status).toBe(200);
    expect((await call('GET', '/Registration')).body).toMatchObject({ currency: 'USD', waitlistSize: 5 });
  });

  it('keep their currency when there are classes, or awards with a price', async () => {
    const refused = await call('PUT', '/Registration', { body: { currency: 'JPY' } });
    expect([refused.status, refused.body.error.target]).toEqual([409, 'currency']);
    expect(refused.body.error.message).toContain("can't be changed from USD");
    const settings = await platform.store('demo').get(tenantKey(platform.store('demo')));
    if (!settings) throw new Error('The demo tenant is gone');
    const store = platform.store('without-classes');
    await commit([put(tenantKey(store), { ...settings, id: 'without-classes' })]);
    const permissions = ['training.settings.write', 'training.awards.write'] as const;
    const itsToken = await platform.tokenFor({ tenant: 'without-classes', permissions });
    const own = { tenant: 'without-classes', token: itsToken };
    const change = (body: object) => call('PUT', '/Registration', { ...own, body });
    const award = (name: string, price: number) =>
      platform.call('POST', 'training', '/api/v1/Awards', { ...own, body: { name, price } });
    expect((await award('Free of charge', 0)).status).toBe(201);
    // Terms in the former currency are to fit the next one.
    const terms = { deadlineHours: 72, feeBefore: { amount: 5.55 } };
    expect((await change({ cancellation: terms })).status).toBe(200);
    const unfit = await change({ currency: 'JPY' });
    expect([unfit.status, unfit.body.error.target]).toEqual([400, 'cancellation.feeBefore.amount']);
    const changed = await change({ currency: 'JPY', cancellation: null });
    expect([changed.status, changed.body.currency]).toEqual([200, 'JPY']);
    expect((await award('Priced', 1200)).status).toBe(201);
    const priced = await change({ currency: 'USD' });
    expect([priced.status, priced.body.error.target]).toEqual([409, 'currency']);
  });

  it('keep all of several concurrent changes', async () => {
    const changes = [{ offerHours: 12 }, { waitlistSize: 9 }, { pendingHoldsSeat: false }];
    const replies = await Promise.all(changes.map((body) => call('PUT', '/Registration', { body })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call('GET', '/Registration')).body).toMatchObject({
      offerHours: 12,
      waitlistSize: 9,
      pendingHoldsSeat: false,
    });
  });

  it.each([
    ['/Registration', { offerHours: -1 }, 'offerHours'],
    ['/Registration', { currency: 'XQQ' }, 'currency'],
    ['/Registration', { reminderDays: [0] }, 'reminderDays[0]'],
    ['/Certification', { graceDays: 3651 }, 'graceDays'],
  ])('refuse invalid values in %s: %j', async (path, body, target) => {
    const { status, body: refusal } = await call('PUT', path, { body });
    expect(status).toBe(400);
    expect(refusal.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ target }] });
  });
});

describe('the fiscal year', () => {
  it('is that of the current day in the time zone of the tenant', async () => {
    const tenant = platform.store('demo');
    const item = await tenant.get(tenantKey(tenant), { consistent: true });
    const movedTo = async (moment: string) => {
      const clockOffsetSeconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
      await commit([update(tenantKey(tenant), { set: { clockOffsetSeconds } })]);
      return (await call('GET', '/FiscalYear')).body;
    };
    expect(item).toMatchObject({ fiscalYearStart: '07-01', timeZone: 'America/Los_Angeles' });
    // 22:30 on 30 June in Los Angeles, 05:30 on 1 July in UTC.
    expect(await movedTo('2027-07-01T05:30:00Z')).toEqual({
      fiscalYearStart: '07-01',
      currentYear: { startDate: '2026-07-01', endDate: '2027-06-30' },
      timeZone: 'America/Los_Angeles',
    });
    const next = await movedTo('2027-07-01T07:30:00Z');
    expect(next.currentYear).toEqual({ startDate: '2027-07-01', endDate: '2028-06-30' });
    await commit([update(tenantKey(tenant), { set: { clockOffsetSeconds: 0 } })]);
  });

  it('must begin on a day that every year has', async () => {
    for (const fiscalYearStart of ['02-29', '02-30', '04-31', '13-01', '00-10', '7-1', '12-32']) {
      const { status, body } = await call('PUT', '/FiscalYear', { body: { fiscalYearStart } });
      expect([fiscalYearStart, status]).toEqual([fiscalYearStart, 400]);
      expect(body.error.details).toMatchObject([{ code: 'INVALID_FORMAT', target: 'fiscalYearStart' }]);
    }
    for (const fiscalYearStart of ['01-31', '11-30', '02-28', '10-01']) {
      const { body } = await call('PUT', '/FiscalYear', { body: { fiscalYearStart } });
      expect(body.fiscalYearStart).toBe(fiscalYearStart);
    }
    expect(await latestChange()).toMatchObject({
      setting: 'FiscalYear',
      before: { fiscalYearStart: '02-28' },
      after: { fiscalYearStart: '10-01' },
    });
  });

  it('does not change the other settings of the tenant', async () => {
    const tenant = platform.store('demo');
    const item = await tenant.get(tenantKey(tenant), { consistent: true });
    expect(item).toMatchObject({ id: 'demo', status: 'active', fiscalYearStart: '10-01' });
    expect(item?.roles).toHaveProperty('Class host');
  });
});

describe('the access policy', () => {
  it('takes effect with the next request, and requires a token to be changed', async () => {
    const { body } = await call('GET', '/AccessPolicy');
    expect(body).toEqual({ read: 'tenant', write: 'tenant', emailsVisibleTo: 'members' });
    expect((await call('GET', '/AccessPolicy', { token: undefined })).status, 'an internal setting').toBe(
      401,
    );
    const readTypes = () => call('GET', '/CreditTypes', { token: undefined });
    expect((await readTypes()).status).toBe(200);
    const unknown = await call('PUT', '/AccessPolicy', { token: undefined, body: { write: 'token' } });
    expect(unknown.status).toBe(401);
    const closed = await call('PUT', '/AccessPolicy', { body: { read: 'token' } });
    expect(closed.body).toEqual({ read: 'token', write: 'tenant', emailsVisibleTo: 'members' });
    expect((await readTypes()).status).toBe(401);
    expect((await call('GET', '/CreditTypes')).status).toBe(200);
    expect((await call('PUT', '/AccessPolicy', { body: { read: 'tenant' } })).status).toBe(200);
    expect((await readTypes()).status).toBe(200);
  });
});

describe('the audit', () => {
  it('contains who changed which setting, when, and the values before and after', async () => {
    await call('PUT', '/Certification', { body: { graceDays: 10 } });
    await call('PUT', '/Certification', { body: { graceDays: 20 }, token: undefined });
    const { body } = await call('GET', '/Audit?pageSize=2');
    expect(body).toMatchObject([
      { setting: 'Certification', action: 'changed', by: 'anonymous', after: { graceDays: 20 } },
      { by: 'keeper-of-settings', byName: 'test-keeper-of-settings', after: { graceDays: 10 } },
    ]);
    expect(body[0].before).toMatchObject({ graceDays: 10, reminderDays: [90, 60, 30, 7] });
    expect(Math.abs(Date.parse(body[0].at) - Date.now())).toBeLessThan(60_000);
  });

  it('contains the creation and deletion of types', async () => {
    const created = await call('POST', '/LevelTypes', { body: { name: 'Passing' } });
    const entry = created.body.id;
    expect(await latestChange()).toMatchObject({
      setting: 'LevelTypes',
      entry,
      action: 'created',
      after: created.body,
    });
    await call('PUT', `/LevelTypes/${entry}`, { body: { isActive: false } });
    await call('DELETE', `/LevelTypes/${entry}`);
    const { body } = await call('GET', '/Audit?pageSize=3');
    expect(body.map(({ action }: { action: string }) => action)).toEqual(['removed', 'changed', 'created']);
    expect(body[0]).toMatchObject({ before: { name: 'Passing', isActive: false } });
    expect(body[0].after).toBeUndefined();
  });

  it('contains no change that was refused or only validated', async () => {
    const { id } = await latestChange();
    await call('PUT', '/Registration', { body: { offerHours: -1 } });
    await call('PUT', '/Registration', { body: { offerHours: 5 }, headers: { 'If-Match': '"0"' } });
    await call('PUT', '/Registration?validateOnly=true', { body: { offerHours: 5 } });
    expect((await latestChange()).id).toBe(id);
  });

  it('is read in pages, each at the same cost, and contains each change once', async () => {
    const whole = (await call('GET', '/Audit?pageSize=200')).body;
    const seen: { id: string }[] = [];
    let path: string | undefined = '/Audit?pageSize=4';
    let cost = 0;
    while (path !== undefined) {
      const { body, headers, readUnits, roundTrips } = await call('GET', path);
      seen.push(...body);
      cost = Math.max(cost, readUnits + roundTrips);
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
      path = next?.slice(platform.urls.training.length + settingsPath.length);
    }
    expect(seen).toEqual(whole);
    expect(whole.length).toBeGreaterThan(12);
    expect(cost).toBeLessThanOrEqual(8);
  });

  it('rejects a cursor of another list, and callers without training.settings.write', async () => {
    const wrong = await call('GET', '/Audit?cursor=WyJ4IiwieSJd');
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.details).toMatchObject([{ target: 'cursor' }]);
    const reader = await platform.tokenFor({ tenant: 'demo', permissions: ['training.settings.read'] });
    expect((await call('GET', '/Audit', { token: reader })).status).toBe(403);
    expect((await call('GET', '/Audit', { token: undefined })).status).toBe(401);
  });
});
