// Credits, completions and transcripts over HTTP (docs/interface/training.md#credits;
// docs/interface/lists.md#array-lists; docs/interface/errors.md#detail-codes).
// Rules: docs/interface/requests.md#validation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, ...options });
const post = (path: string, body: unknown, options: CallOptions = {}) =>
  call('POST', path, { body, ...options });
const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const unknownId = '00000000-0000-4000-8000-000000000000';
const general = demoId('creditType', 'general');
const ethics = demoId('creditType', 'ethics');
/** A person of the demo who attended one class. */
const maya = demoId('person', 'maya');
const getTranscript = async (personId: string, query = '') =>
  (await call('GET', `/People/${personId}/Transcript${query}`)).body;

beforeAll(async () => {
  platform = await startPlatform();
  values = platform.demo.values;
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.credits.write'],
  });
});
afterAll(() => platform.stop());

describe('granting credits manually', () => {
  it('returns 201 with a working address in Location, and notifies the person', async () => {
    const input = { personId: maya, creditTypeId: general, credits: 1.25, earnedDate: '2025-03-01' };
    const created = await post('/Credits', { ...input, courseId: values.courseId, note: ' Spoke. ' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      ...input,
      creditType: 'General',
      source: 'manual',
      courseName: 'Local Government Budget Basics',
      note: 'Spoke.',
    });
    const location = created.headers.get('location') ?? '';
    expect(location).toBe(`${platform.urls.training}/api/v1/Credits/${created.body.id}`);
    expect((await call('GET', `/Credits/${created.body.id}`)).body).toEqual(created.body);
    const store = platform.store('demo');
    const notification = await store.get<{ values: unknown }>(
      store.key(`NOTICE#creditsGranted#${created.body.id}#${maya}`, 'NOTICE'),
    );
    expect(notification?.values).toMatchObject({ memberName: 'Maya Delacroix', credits: '1.25 General' });
  });

  it('reports every problem at once, each with its target', async () => {
    const body = {
      personId: unknownId,
      creditTypeId: unknownId,
      courseId: unknownId,
      credits: 1,
      earnedDate: '2099-01-01',
    };
    const { status, body: refusal } = await post('/Credits', body);
    expect(status).toBe(400);
    expect(refusal.error.details.map(({ code, target }: Record<string, string>) => [code, target])).toEqual([
      ['UNKNOWN_VALUE', 'personId'],
      ['UNKNOWN_VALUE', 'creditTypeId'],
      ['UNKNOWN_VALUE', 'courseId'],
      ['OUT_OF_RANGE', 'earnedDate'],
    ]);
  });

  it.each(['0001-01-01', '1899-12-31'])('refuses credits and completions of %s', async (date) => {
    const credits = { personId: maya, creditTypeId: general, credits: 1, earnedDate: date };
    const completion = { personId: maya, courseId: values.courseId, completedDate: date };
    for (const reply of [await post('/Credits', credits), await post('/Completions', completion)]) {
      expect(reply.status).toBe(400);
      expect(reply.body.error.details[0]).toMatchObject({
        code: 'OUT_OF_RANGE',
        message: expect.stringContaining('between 1900-01-01 and today'),
      });
    }
  });

  it.each([0, -1, 0.001, 10_000, '1'])('refuses %j credits', async (credits) => {
    const reply = await post('/Credits', { personId: maya, creditTypeId: general, credits });
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].target).toBe('credits');
  });

  it('writes nothing with validateOnly, and once with the same Idempotency-Key', async () => {
    const before = (await getTranscript(maya)).allTime.total;
    const body = { personId: maya, creditTypeId: ethics, credits: 3, earnedDate: '2025-03-02' };
    expect((await post('/Credits?validateOnly=true', body)).status).toBe(204);
    const headers = { 'Idempotency-Key': 'one-grant' };
    const [first, second] = [
      await post('/Credits', body, { headers }),
      await post('/Credits', body, { headers }),
    ];
    expect(second.body).toEqual(first.body);
    expect((await getTranscript(maya)).allTime.total).toBe(before + 3);
  });
});

describe('voiding', () => {
  it('leaves credits in the record with the reason, no longer counts them, and takes effect once', async () => {
    const before = (await getTranscript(values.personId ?? '')).allTime;
    const reason = 'Entered twice.';
    const done = await post(`/Credits/${values.creditId}/Void`, { reason });
    expect(done.status).toBe(200);
    expect(done.body.voidReason).toBe(reason);
    const { allTime, credits } = await getTranscript(values.personId ?? '');
    expect(allTime.total).toBe(before.total - 4);
    expect(credits).toContainEqual(done.body);
    const again = await post(`/Credits/${values.creditId}/Void`, { reason });
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await post(`/Credits/${unknownId}/Void`, { reason })).status).toBe(404);
    expect((await post(`/Credits/${values.creditId}/Void`, {})).status).toBe(400);
  });

  it('succeeds for only one of two concurrent requests', async () => {
    const body = { personId: maya, creditTypeId: general, credits: 7, earnedDate: '2025-06-30' };
    const { body: credit } = await post('/Credits', body);
    const both = await Promise.all(
      ['a', 'b'].map((reason) => post(`/Credits/${credit.id}/Void`, { reason })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('completions recorded manually', () => {
  it('can be recorded, read at their address, and voided', async () => {
    const created = await post('/Completions', { personId: maya, courseId: values.courseId });
    expect(created.status).toBe(201);
    const path = `/People/${maya}/Completions/${created.body.id}`;
    expect(created.headers.get('location')).toBe(`${platform.urls.training}/api/v1${path}`);
    expect((await call('GET', path)).body).toEqual(created.body);
    const voided = await post(`${path}/Void`, { reason: 'Another person.' });
    expect(voided.body).toMatchObject({ voidReason: 'Another person.' });
    expect((await getTranscript(maya)).completions).toContainEqual(voided.body);
    expect((await post(`${path}/Void`, { reason: 'Again.' })).status).toBe(409);
    expect((await call('GET', `/People/${maya}/Completions/${unknownId}`)).status).toBe(404);
  });
});

describe('a completion of the same person, course and day', () => {
  it('is recorded once, also at the same time, and again only after it is voided', async () => {
    const body = { personId: maya, courseId: values.courseId, completedDate: '2024-02-29' };
    const replies = await Promise.all([1, 2, 3].map(() => post('/Completions', body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const id = replies.find(({ status }) => status === 201)?.body.id;
    const again = await post('/Completions', body);
    expect([again.status, again.body.error.message]).toEqual([409, expect.stringContaining(id)]);
    expect((await post('/Completions', { ...body, completedDate: '2024-03-01' })).status).toBe(201);
    await post(`/People/${maya}/Completions/${id}/Void`, { reason: 'Mixed up.' });
    expect((await post('/Completions', body)).status).toBe(201);
  });
});

describe('importing credits', () => {
  const row = (externalId: string, more: object = {}) => ({
    externalId,
    personId: demoId('person', 'ben'),
    creditTypeId: general,
    credits: 0.1,
    earnedDate: '2024-10-01',
    ...more,
  });
  const statuses = (body: { readonly results: readonly { readonly status: string }[] }) =>
    body.results.map(({ status }) => status);

  it('returns an outcome for each row; a refused row does not affect others', async () => {
    const rows = [
      row('a'),
      row('b', { personId: unknownId, earnedDate: '2099-01-01' }),
      row('a'),
      row('c', { credits: 0.2 }),
    ];
    const { status, body } = await post('/Credits/Import', { rows });
    expect(status).toBe(200);
    expect(body).toMatchObject({ granted: 2, alreadyGranted: 0, refused: 2 });
    expect(statuses(body)).toEqual(['Granted', 'Refused', 'Refused', 'Granted']);
    expect(body.results[1].faults.map(({ target }: { target: string }) => target)).toEqual([
      'personId',
      'earnedDate',
    ]);
    expect(body.results[2].faults[0].code).toBe('DUPLICATE_VALUE');
    const { allTime, credits } = await getTranscript(demoId('person', 'ben'));
    expect(allTime.total).toBe(0.3);
    expect(credits[0]).toMatchObject({ source: 'import', id: body.results[0].creditId, externalId: 'a' });
  });

  it('imports the same externalId once, also when two imports are concurrent', async () => {
    const again = await post('/Credits/Import', { rows: [row('a'), row('d')] });
    expect(statuses(again.body)).toEqual(['AlreadyGranted', 'Granted']);
    const other = await post('/Credits/Import', { rows: [row('d', { credits: 7 })] });
    expect(other.body).toMatchObject({ granted: 0, alreadyGranted: 0, refused: 1 });
    expect(other.body.results[0].faults[0]).toMatchObject({
      code: 'DUPLICATE_VALUE',
      message: expect.stringContaining('not 7'),
    });
    const both = await Promise.all([1, 2].map(() => post('/Credits/Import', { rows: [row('race')] })));
    expect(both.flatMap(({ body }) => statuses(body)).sort()).toEqual(['AlreadyGranted', 'Granted']);
  });

  it('accepts at most 200 rows', async () => {
    const rows = Array.from({ length: 201 }, (_, index) =>
      row(`many-${index}`, { personId: demoId('person', 'dora') }),
    );
    expect((await post('/Credits/Import', { rows })).status).toBe(400);
    const { body } = await post('/Credits/Import', { rows: rows.slice(1) });
    expect(body.granted).toBe(200);
    // There were already 1.25 credits; decimals are added exactly.
    expect((await getTranscript(demoId('person', 'dora'))).allTime.total).toBe(21.25);
  });
});

describe('a transcript', () => {
  it('has totals of all time and per fiscal year of the tenant, which begins in July', async () => {
    const personId = demoId('person', 'maya');
    for (const [earnedDate, credits] of [
      ['2023-06-30', 0.7],
      ['2023-07-01', 0.1],
      ['2024-06-30', 0.2],
    ])
      await post('/Credits', { personId, creditTypeId: general, credits, earnedDate });
    const { fiscalYears } = await getTranscript(personId);
    const years = fiscalYears.filter(({ fiscalYear }: { fiscalYear: number }) => fiscalYear <= 2023);
    expect(years).toMatchObject([
      { fiscalYear: 2023, startDate: '2023-07-01', endDate: '2024-06-30', total: 0.3 },
      { fiscalYear: 2022, startDate: '2022-07-01', endDate: '2023-06-30', total: 0.7 },
    ]);
    const inYear = await getTranscript(personId, '?fiscalYear=2023');
    expect(inYear.period).toMatchObject({ startDate: '2023-07-01', endDate: '2024-06-30', total: 0.3 });
    expect(inYear.credits).toHaveLength(2);
    const inDays = await getTranscript(personId, '?startDate=2023-06-30&endDate=2023-07-01');
    expect(inDays.period.total).toBe(0.8);
  });

  it.each(['startDate=2023-08-01', 'endDate=2023-08-01'])('refuses %s beside fiscalYear', async (days) => {
    const reply = await call('GET', `/People/${maya}/Transcript?fiscalYear=2023&${days}`);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0]).toMatchObject({ code: 'NOT_ALLOWED', target: 'fiscalYear' });
  });

  it('is readable only by the person and by callers who may read credits', async () => {
    const stranger = await platform.tokenFor({ tenant: 'demo', permissions: [] });
    const path = `/People/${values.personId}/Transcript`;
    expect((await call('GET', path, { token: stranger })).status).toBe(403);
    expect((await call('GET', path)).status).toBe(200);
    expect((await call('GET', `/People/${unknownId}/Transcript`)).status).toBe(404);
    expect((await call('GET', path, { tenant: 'harbor' })).status).toBe(403);
  });
});
