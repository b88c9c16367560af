// Credits reported to boards (docs/interface/training.md#reports-to-boards). The layout of CE Broker is that of its help
// ("Creating Excel Files (Full Course Credit)", https://help.cebroker.com/hc/en-us/articles/15226514662548, and "(Partial
// Course Credit)", https://help.cebroker.com/hc/en-us/articles/15226532103572): column A provider tracking number without
// 50-, B course tracking number without 20- or C own course id, D publishing number, E license number, F completion date
// such as 12/3/2008, G State=FL, H Profession=RN, I subject area code, J hours. The fields of NASBA are the elements of a
// certificate of completion (https://nasbaregistry.org/what-sponsors-need-to-know).
import { randomUUID } from 'node:crypto';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runReport } from '../../../functions/training/reports/run.ts';
import { runMergeJob } from '../../crm/merges/run-merge-job.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';
import { buildCredit, storeCredits } from './report-data.ts';

let fixture: RegistrationFixture;
let token: string;
let values: Readonly<Record<string, string>>;

const call = (method: string, path: string, body?: unknown) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });
async function send(method: string, path: string, body?: unknown) {
  const reply = await call(method, path, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}
const request = (report: string, parameters: object, format = 'csv') =>
  call('POST', '/Reports', { report, format, parameters });
async function download(report: string, parameters: object, format = 'csv'): Promise<Response> {
  const reply = await request(report, parameters, format);
  expect(reply.status, reply.text).toBe(201);
  return fetch(reply.body.reportLink);
}
const readLines = async (report: string, parameters: object): Promise<string[]> =>
  (await (await download(report, parameters)).text())
    .replace(/^\uFEFF|"/g, '')
    .split(/\r?\n/)
    .filter(Boolean);
/** The rows of a report by the names of their columns. */
const readRows = async (report: string, parameters: object): Promise<readonly Record<string, unknown>[]> => {
  const reply = await download(report, parameters, 'json');
  return ((await reply.json()) as { readonly rows: readonly Record<string, unknown>[] }).rows;
};

/** A board of its own, with a person who has a license of it. */
async function createLicensee(more: object = {}, board = `Board ${randomUUID()}`) {
  const [person] = await fixture.createPeople(1);
  const personId = person?.id ?? '';
  const license = await send('POST', `/People/${personId}/Licenses`, {
    ...{ board, jurisdiction: 'FL', profession: 'RN', number: `RN${randomUUID().slice(0, 8)}` },
    ...more,
  });
  return { board, personId, license };
}
const day = '2024-03-05';
/** A day that no other credits of this test have. */
let days = 0;
const nextDay = (): string => {
  days += 1;
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
};
const grant = async (personId: string, earnedDate: string, more: object = {}) =>
  (
    await send('POST', '/Credits', {
      ...{ personId, creditTypeId: values.creditTypeId, credits: 3, earnedDate, courseId: values.courseId },
      ...more,
    })
  ).id;
const ceBroker = (board: string, earned: string, more: object = {}) => ({
  ...{ board, from: earned, to: earned, providerNumber: '1234', ...more },
});

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  values = fixture.platform.demo.values;
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.people.write',
      'training.credits.read',
      'training.credits.write',
      'training.reports.read',
      'training.catalogue.read',
    ],
  });
});
afterAll(() => fixture.platform.stop());

describe('the roster for CE Broker', () => {
  it('has columns A to J without titles, with the date and the words of its layout', async () => {
    const { board, personId, license } = await createLicensee();
    const earned = '2024-12-03';
    await grant(personId, earned);
    const subjectAreas = [{ creditTypeId: values.creditTypeId, code: 'GEN' }];
    const courseNumbers = [{ courseId: values.courseId, number: '98765' }];
    const partial = ceBroker(board, earned, { subjectAreas, courseNumbers });
    expect(await readLines('CEBrokerRoster', partial)).toEqual([
      `1234,98765,,,${license.number},12/3/2024,State=FL,Profession=RN,GEN,3`,
    ]);
    const course = await send('GET', `/Courses/${values.courseId}`);
    expect(await readLines('CEBrokerRoster', ceBroker(board, earned))).toEqual([
      `1234,,${course.code ?? values.courseId},,${license.number},12/3/2024,State=FL,Profession=RN,,`,
    ]);
    const [sheet, ...more] = await readXlsxFile(
      Buffer.from(await (await download('CEBrokerRoster', partial, 'xlsx')).arrayBuffer()),
    );
    expect(more).toEqual([]);
    expect(sheet?.data).toEqual([
      [
        '1234',
        '98765',
        null,
        null,
        license.number,
        new Date('2024-12-03'),
        'State=FL',
        'Profession=RN',
        'GEN',
        3,
      ],
    ]);
  });

  it('names a course that is given in full once for a license, whatever its credits', async () => {
    const { board, personId } = await createLicensee();
    const earned = nextDay();
    await grant(personId, earned);
    await grant(personId, earned, { creditTypeId: values.spareCreditTypeId, credits: 1 });
    const full = ceBroker(board, earned, { mark: true });
    expect(await readLines('CEBrokerRoster', full)).toHaveLength(1);
    expect(await readLines('CEBrokerRoster', full)).toHaveLength(0);
  });

  it('neutralises formulas in what people wrote', async () => {
    const { board, personId } = await createLicensee({ number: '=1+1' });
    const earned = nextDay();
    await grant(personId, earned);
    expect((await readLines('CEBrokerRoster', ceBroker(board, earned)))[0]).toContain(",'=1+1,");
  });
});

describe('credits of NASBA', () => {
  it('have the elements of a certificate of completion, the license and the ids of the records', async () => {
    const { board, personId, license } = await createLicensee({ jurisdiction: 'or', profession: 'CPA' });
    const earned = nextDay();
    const creditId = await grant(personId, earned);
    const parameters = { board, from: earned, to: earned, sponsorId: '103456' };
    const [titles, ...lines] = await readLines('NASBACredits', parameters);
    expect(titles).toBe(
      "Sponsor name,Registry sponsor identification number,Participant's name,State of license,License number,Program title,Field of study,Date program completed,Location of program,Instructional delivery method,CPE credit earned,State of report,Credit id,License id,Person id",
    );
    expect(lines).toHaveLength(1);
    expect(await readRows('NASBACredits', parameters)).toMatchObject([
      {
        ...{ sponsorId: '103456', jurisdiction: 'OR', number: license.number, completed: earned },
        ...{ credits: 3, state: 'New', creditId, licenseId: license.id, personId },
      },
    ]);
  });
});

describe('what is not reported', () => {
  const reasons = async (board: string, earned: string) =>
    (await readRows('BoardCredits', { board, from: earned, to: earned })).map(
      ({ state, reason, personId }) => ({
        ...{ state, reason, personId },
      }),
    );

  it('is listed with the reason: no license, an expired one, one that is suspended or was issued later', async () => {
    const earned = nextDay();
    const board = `Board ${randomUUID()}`;
    const [without] = await fixture.createPeople(1);
    const people = [
      await createLicensee({ number: 'E1', expiryDate: '2024-12-31' }, board),
      await createLicensee({ number: 'S1', status: 'Suspended' }, board),
      await createLicensee({ number: 'L1', issuedDate: '2025-01-01' }, board),
    ];
    await grant(without?.id ?? '', earned);
    for (const { personId } of people) await grant(personId, earned);
    const found = await reasons(board, earned);
    expect(found.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'NotReported'));
    const reasonOf = (personId: string | undefined) => found.find((row) => row.personId === personId)?.reason;
    expect(reasonOf(without?.id)).toBe(`The person has no license of ${board}.`);
    expect(reasonOf(people[0]?.personId)).toBe('The license E1 expired on 2024-12-31.');
    expect(reasonOf(people[1]?.personId)).toBe('The license S1 is suspended.');
    expect(reasonOf(people[2]?.personId)).toContain('was issued on 2025-01-01');
    expect(await readLines('CEBrokerRoster', ceBroker(board, earned))).toEqual([]);
  });

  it('is what another license of the person makes up for', async () => {
    const { board, personId } = await createLicensee({ expiryDate: '2020-01-01' });
    const second = await send('POST', `/People/${personId}/Licenses`, {
      ...{ board: board.toUpperCase(), jurisdiction: 'GA', profession: 'RN', number: 'GA1' },
    });
    const earned = nextDay();
    await grant(personId, earned);
    expect(await readRows('BoardCredits', { board, from: earned, to: earned })).toMatchObject([
      { state: 'New', licenseId: second.id },
    ]);
    const inFlorida = await readRows('BoardCredits', { board, jurisdiction: 'FL', from: earned, to: earned });
    expect(inFlorida).toMatchObject([{ state: 'NotReported', reason: expect.stringContaining('expired') }]);
  });
});

describe('what was reported', () => {
  it('is left out until it changes or is voided, unless all is requested', async () => {
    const { board, personId, license } = await createLicensee({ profession: 'CPA' });
    const earned = nextDay();
    const creditId = await grant(personId, earned);
    const parameters = { board, from: earned, to: earned, sponsorId: '1' };
    const states = async (more: object = {}) =>
      (await readRows('NASBACredits', { ...parameters, ...more })).map(({ state }) => state);
    expect(await states()).toEqual(['New']);
    expect(await states({ mark: true })).toEqual(['New']);
    expect(await states()).toEqual([]);
    expect(await states({ include: 'All' })).toEqual(['Reported']);
    await send('PUT', `/People/${personId}/Licenses/${license.id}`, { number: `C-${randomUUID()}` });
    expect(await states({ mark: true })).toEqual(['Changed']);
    expect(await states()).toEqual([]);
    await send('POST', `/Credits/${creditId}/Void`, { reason: 'Granted twice.' });
    expect(await states({ mark: true })).toEqual(['Voided']);
    expect(await states({ include: 'All' })).toEqual([]);
  });

  it('is not reported when it was voided before', async () => {
    const { board, personId } = await createLicensee();
    const earned = nextDay();
    const creditId = await grant(personId, earned);
    await send('POST', `/Credits/${creditId}/Void`, { reason: 'Granted twice.' });
    expect(await readRows('BoardCredits', { board, from: earned, to: earned })).toEqual([]);
  });

  it('of CE Broker is reviewed with what was voided, also after the license is gone', async () => {
    const { board, personId, license } = await createLicensee();
    const earned = nextDay();
    const creditId = await grant(personId, earned);
    await readLines('CEBrokerRoster', ceBroker(board, earned, { mark: true }));
    await send('POST', `/Credits/${creditId}/Void`, { reason: 'Granted twice.' });
    await call('DELETE', `/People/${personId}/Licenses/${license.id}`);
    expect(await readLines('CEBrokerRoster', ceBroker(board, earned))).toEqual([]);
    const review = { board, from: earned, to: earned, mark: true };
    expect(await readRows('BoardCredits', review)).toMatchObject([
      { state: 'Voided', creditId, reason: expect.stringContaining('the license was removed') },
    ]);
    expect(await readRows('BoardCredits', review)).toEqual([]);
  });

  it('is marked once when two reports are requested at once', async () => {
    const { board, personId } = await createLicensee();
    const earned = nextDay();
    await grant(personId, earned);
    const marking = () =>
      readRows('NASBACredits', { board, from: earned, to: earned, sponsorId: '1', mark: true });
    const both = await Promise.all([marking(), marking()]);
    expect(both.map((rows) => rows.length).sort()).toEqual([0, 1]);
  });

  it('is marked too by a large report, which no other one that marks overtakes', async () => {
    const { board, personId } = await createLicensee();
    const earned = nextDay();
    const credits = Array.from({ length: 201 }, () =>
      buildCredit(randomUUID(), personId, {
        ...{ earnedDate: earned, courseId: values.courseId, credits: 1, creditTypeName: 'General' },
      }),
    );
    for (let from = 0; from < credits.length; from += 30)
      await storeCredits(fixture.store, credits.slice(from, from + 30));
    const parameters = { board, from: earned, to: earned, sponsorId: '1', mark: true };
    const large = await request('NASBACredits', parameters);
    expect(large.status, large.text).toBe(202);
    const during = await request('NASBACredits', parameters);
    expect([during.status, during.body.error.code]).toEqual([409, 'CONFLICT']);
    expect((await request('BoardCredits', { board, from: earned, to: earned })).status).toBe(202);
    await runReport(fixture.store, { id: large.body.id }, { now: () => new Date() });
    expect((await send('GET', `/Reports/${large.body.id}`)).progress.rows).toBe(201);
    expect(await readRows('NASBACredits', parameters)).toEqual([]);
  });

  it('of a merged person stays reported, with the licenses of both people', async () => {
    const directory = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.people.read', 'crm.people.write'],
    });
    const inDirectory = async (path: string, body: object) => {
      const options = { tenant: 'demo', token: directory, body };
      const reply = await fixture.platform.call('POST', 'crm', `/api/v1/people${path}`, options);
      expect(reply.status, reply.text).toBeLessThan(300);
      return reply.body;
    };
    const lastName = `Boards${Date.now()}`;
    const remaining = (await inDirectory('', { firstName: 'Ann', lastName })).id;
    const removed = (await inDirectory('', { firstName: 'Anna', lastName })).id;
    const board = `Board ${randomUUID()}`;
    const license = { board, jurisdiction: 'FL', profession: 'RN' };
    await send('POST', `/People/${remaining}/Licenses`, { ...license, number: 'A1', status: 'Inactive' });
    await send('POST', `/People/${removed}/Licenses`, { ...license, number: 'B1' });
    const earned = nextDay();
    await grant(removed, earned);
    expect(await readLines('CEBrokerRoster', ceBroker(board, earned, { mark: true }))).toHaveLength(1);
    await inDirectory(`/${remaining}/Merge`, { personId: removed });
    await runMergeJob('person', removed);
    const licenses = await send('GET', `/People/${remaining}/Licenses`);
    expect(licenses.map(({ number }: { number: string }) => number)).toEqual(['A1', 'B1']);
    expect(await readLines('CEBrokerRoster', ceBroker(board, earned))).toEqual([]);
    const again = await call('POST', `/People/${remaining}/Licenses`, { ...license, number: 'B1' });
    expect(again.status).toBe(409);
  });
});
