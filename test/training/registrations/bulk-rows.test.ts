// Requests of many rows: each row gets a verdict of its own, also in a dry run (docs/interface/requests.md#rows).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.credits.write'],
  });
});
afterAll(() => fixture.platform.stop());

describe('an import of credits', () => {
  const importRows = (rows: readonly unknown[], query = '') =>
    fixture.platform.call('POST', 'training', `/api/v1/Credits/Import${query}`, {
      tenant: 'demo',
      token,
      body: { rows },
    });
  const rowOf = (externalId: string, more: object = {}) => ({
    externalId,
    personId: fixture.idOf('person', 'ben'),
    creditTypeId: fixture.idOf('creditType', 'general'),
    credits: 0.5,
    earnedDate: '2024-10-01',
    ...more,
  });
  const listCredits = async (): Promise<{ externalId?: string }[]> => {
    const path = `/api/v1/People/${fixture.idOf('person', 'ben')}/Transcript`;
    return (await fixture.platform.call('GET', 'training', path, { tenant: 'demo', token })).body.credits;
  };
  const mixedRows = (prefix: string) => [
    rowOf(`${prefix}-good`),
    rowOf(`${prefix}-bad`, { credits: -1, earnedDate: '01.10.2024', note: 'A\u0007bell' }),
    rowOf(`${prefix}-bell`, { note: 'A\u0007bell' }),
    'no row',
    { credits: 1 },
    rowOf(`${prefix}-good`),
    rowOf(`${prefix}-blank`, { note: '', courseId: '' }),
  ];
  const statuses = ['Granted', 'Refused', 'Refused', 'Refused', 'Refused', 'Refused', 'Granted'];

  it('grants the valid rows and refuses the others, each with its index, fields, values and what is valid', async () => {
    const { status, body } = await importRows(mixedRows('real'));
    expect(status).toBe(200);
    expect(body).toMatchObject({ granted: 2, refused: 5 });
    const { results } = body;
    expect(results.map((result: { status: string }) => result.status)).toEqual(statuses);
    expect(results.map(({ row }: { row: number }) => row)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(results[1]).toMatchObject({
      externalId: 'real-bad',
      faults: [
        {
          target: 'credits',
          code: 'OUT_OF_RANGE',
          message: 'credits must be between 0.01 and 9999.99, but was -1.',
        },
        { target: 'earnedDate', message: expect.stringContaining('YYYY-MM-DD, but was 01.10.2024') },
      ],
    });
    expect(results[2].faults).toMatchObject([{ target: 'note', code: 'INVALID_FORMAT' }]);
    expect(results[3].faults).toMatchObject([
      { target: 'rows[3]', message: 'rows[3] must be an object, but was the text "no row".' },
    ]);
    expect(results[4].externalId).toBeUndefined();
    expect(results[4].faults).toContainEqual({
      target: 'externalId',
      code: 'REQUIRED_FIELD',
      message: 'externalId is required.',
    });
    expect(results[5].faults).toMatchObject([{ code: 'DUPLICATE_VALUE' }]);
    const ids = (await listCredits()).map(({ externalId }) => externalId);
    expect(ids).toEqual(expect.arrayContaining(['real-good', 'real-blank']));
  });

  it('gives the same verdicts as a dry run, and writes nothing', async () => {
    const before = await listCredits();
    const dry = await importRows([...mixedRows('dry'), rowOf('real-good')], '?validateOnly=true');
    expect([dry.status, dry.headers.get('x-validate-only')]).toEqual([200, 'true']);
    expect(dry.body.results.map((result: { status: string }) => result.status)).toEqual([
      ...statuses,
      'AlreadyGranted',
    ]);
    expect(dry.body.results[0].creditId).toBeUndefined();
    expect(dry.body.results[7].creditId).toBeDefined();
    expect(await listCredits()).toEqual(before);
  });

  it('is refused as a whole without rows, and with more than 200', async () => {
    expect((await importRows([])).status).toBe(400);
    expect((await importRows(Array.from({ length: 201 }, () => 'x'))).status).toBe(400);
  });
});

describe('a bulk registration', () => {
  const getVerdicts = (results: readonly Record<string, unknown>[]) =>
    results.map(({ row, registration, wouldBe, error }) => [
      row,
      (registration as { status: string } | undefined)?.status ?? wouldBe ?? (error as { code: string }).code,
    ]);

  it('gives a dry run the verdicts that the request then has, the seats of earlier rows counted', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 1 } });
    const [first, second, third, fourth] = (await fixture.createPeople(4)).map(({ id }) => id);
    const memberIds = [first, 'not an id', second, first, third, fourth, 7];
    const verdicts = [
      [0, 'Confirmed'],
      [1, 'VALIDATION_ERROR'],
      [2, 'Confirmed'],
      [3, 'VALIDATION_ERROR'],
      [4, 'Waitlisted'],
      [5, 'CLASS_FULL'],
      [6, 'VALIDATION_ERROR'],
    ];
    const counts = { confirmed: 2, waitlisted: 1, refused: 4 };
    const dry = await fixture.post('/Bulk?validateOnly=true', { classId: of.id, memberIds });
    expect([dry.status, dry.headers.get('x-validate-only')]).toEqual([200, 'true']);
    expect(dry.body).toMatchObject(counts);
    expect(getVerdicts(dry.body.results)).toEqual(verdicts);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 0, waiting: 0 });
    const { status, body } = await fixture.post('/Bulk', { classId: of.id, memberIds });
    expect(status).toBe(200);
    expect(body).toMatchObject(counts);
    expect(getVerdicts(body.results)).toEqual(verdicts);
    expect(body.results[1]).toMatchObject({
      memberId: 'not an id',
      error: {
        details: [{ target: 'memberIds[1]', message: expect.stringContaining('must be a UUID such as') }],
      },
    });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1 });
  });
});

describe('attendance in bulk', () => {
  it('is recorded for the valid rows, and a dry run has the same verdicts', async () => {
    const of = await fixture.createClass({ startsIn: day });
    const [person] = await fixture.createPeople(1);
    const id = await fixture.registerMember(of.id, person?.id ?? '');
    await fixture.moveClock(2 * day);
    const attendances = [
      { registrationId: id, attendance: 'Attended' },
      { registrationId: id, attendance: 'Asleep' },
      { attendance: 'Attended' },
    ];
    for (const query of ['?validateOnly=true', '']) {
      const { status, body } = await fixture.post(`/Attendance${query}`, { attendances });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        noted: 1,
        refused: 2,
        results: [
          { row: 0, status: 'Attended' },
          {
            row: 1,
            registrationId: id,
            error: { details: [{ target: 'attendance', code: 'UNKNOWN_VALUE' }] },
          },
          { row: 2, error: { details: [{ target: 'registrationId', code: 'REQUIRED_FIELD' }] } },
        ],
      });
      const { status: stored } = await fixture.readRegistration(id);
      expect(stored).toBe(query === '' ? 'Attended' : 'Confirmed');
    }
    await fixture.moveClock(0);
  });
});
