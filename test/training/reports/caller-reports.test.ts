// Reports by the paths and bodies of existing callers (docs/interface/training.md#reports-of-existing-callers and the
// members' PDFs).
import { randomUUID } from 'node:crypto';
import { getDocument } from 'unpdf/pdfjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  buildCertification,
  buildClass,
  buildCredit,
  demoId,
  storeCertification,
  storeClass,
  storeCredits,
} from './report-data.ts';

let platform: TestPlatform;
let token: string;
const leo = demoId('person', 'leo');
const hiro = demoId('person', 'hiro');
const budget = demoId('course', 'budget-basics');
const ethics = demoId('course', 'ethics-in-office');
const classItem = buildClass(randomUUID(), 'Budget Basics, Winter', '1998-01-10T16:00:00.000Z');
const unknownId = '00000000-0000-4000-8000-000000000000';
const year = { startDate: '07-01-1997', endDate: '1998-06-30' };

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.reports.read'] });
  const demo = platform.store('demo');
  await storeClass(demo, classItem);
  const inBudget = {
    courseId: budget,
    courseName: 'Budget Basics',
    classId: classItem.id,
    creditTypeName: 'General',
  };
  const inEthics = { courseId: ethics, courseName: 'Ethics in Office', creditTypeName: 'Ethics' };
  await storeCredits(demo, [
    buildCredit(randomUUID(), leo, { ...inBudget, credits: 0.1, earnedDate: '1998-01-10' }),
    buildCredit(randomUUID(), leo, { ...inBudget, credits: 0.2, earnedDate: '1998-02-10' }),
    buildCredit(randomUUID(), leo, { ...inEthics, credits: 2, earnedDate: '1997-08-01' }),
    buildCredit(randomUUID(), leo, { ...inEthics, credits: 4, earnedDate: '1996-08-01' }),
    buildCredit(randomUUID(), leo, { credits: 8, earnedDate: '1998-01-01', creditTypeName: 'General' }),
  ]);
  await storeCertification(
    demo,
    buildCertification(randomUUID(), hiro, { personName: 'Hiro Tanaka', certificateNumber: '100-000-001' }),
  );
  await storeCertification(
    demo,
    buildCertification(randomUUID(), hiro, {
      ...{ personName: 'Hiro Tanaka', certificateNumber: '100-000-002', revokedDate: '2026-01-01' },
      ...{ awardId: demoId('award', 'road-supervisor'), awardName: 'Road Supervisor Certificate' },
    }),
  );
});
afterAll(() => platform.stop());

const post = (path: string, body: unknown, options: CallOptions = {}) =>
  platform.call('POST', 'training', `/api/v1${path}`, { tenant: 'demo', token, body, ...options });

/** The texts of a PDF behind a link, page by page. */
async function readPdfPages(link: string): Promise<string[]> {
  const loading = getDocument({ data: await (await fetch(link)).bytes(), verbosity: 0 });
  const pdf = await loading.promise;
  const pages: string[] = [];
  for (let index = 1; index <= pdf.numPages; index += 1) {
    const { items } = await (await pdf.getPage(index)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return pages;
}

describe('POST /CourseReport/CourseCreditPagingList', () => {
  const list = (filterBody: object, more: object = {}) =>
    post('/CourseReport/CourseCreditPagingList', {
      ...{
        itemCount: '10',
        pageNumber: '1',
        sortBy: 'name',
        sortDirection: 'asc',
        includeTotal: true,
        ...more,
      },
      filterBody: { filterRules: '', searchText: '', groupByType: 3, groupById: leo, ...year, ...filterBody },
    });

  it("lists a person's credits by course, with the totals of all pages", async () => {
    const { status, body } = await list({});
    expect(status).toBe(200);
    expect(body).toMatchObject({ itemCount: 2, totalCount: 2, grantedCredits: 2.3 });
    const inBudget = body.result.find(({ id }: { id: string }) => id === budget);
    expect(inBudget).toMatchObject({
      id: budget,
      creditType: { subObjectName: 'General' },
      class: [
        {
          id: classItem.id,
          name: 'Budget Basics, Winter',
          startDate: '1998-01-10T16:00:00',
          endDate: '1998-01-10T19:00:00',
        },
      ],
      grantedDate: '1998-02-10',
      grantedCredits: 0.3,
    });
    expect(Object.keys(inBudget).sort()).toEqual([
      ...[
        'class',
        'creditType',
        'grantedCredits',
        'grantedDate',
        'icon',
        'id',
        'name',
        'tags',
        'totalCredit',
      ],
    ]);
    const second = (await list({}, { itemCount: 1, pageNumber: 2, sortBy: 'grantedCredits' })).body;
    expect(second).toMatchObject({ itemCount: 1, totalCount: 2, grantedCredits: 2.3 });
    expect(second.result[0].id).toBe(ethics);
  });

  it('applies the search text, the filter rules and the days', async () => {
    const count = async (filterBody: object) => (await list(filterBody)).body.totalCount;
    expect(await count({ searchText: 'ETHICS' })).toBe(1);
    expect(
      await count({ filterRules: [{ fieldId: 'courses', filterType: 1, selectedValues: [budget] }] }),
    ).toBe(1);
    expect(await count({ filterRules: [{ fieldId: 'courses', filterType: 1, selectedValues: '' }] })).toBe(2);
    expect((await list({ startDate: '', endDate: '1998-06-30' })).body.grantedCredits).toBe(6.3);
    const wrong = await list({ filterRules: [{ fieldId: 'courses', selectedValues: ['7'] }] });
    expect(wrong.body.error.details[0]).toMatchObject({
      target: 'filterBody.filterRules[0].selectedValues[0]',
    });
    expect((await list({ groupById: '' })).status).toBe(400);
  });

  it('refuses another person’s credits without training.reports.read', async () => {
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    const body = { filterBody: { groupById: leo } };
    expect((await post('/CourseReport/CourseCreditPagingList', body, { token: member })).status).toBe(403);
  });
});

describe('the PDFs of credits', () => {
  it('list the credits of a person by course, filtered by days and courses', async () => {
    const rules = [{ fieldId: 'Courses', filterType: 1, selectedValues: [budget] }];
    const { status, body } = await post('/CourseReport/GenerateCreditsEarnedGroupByCoursesPDFReport', {
      ...{ sourceType: 2, filterBody: { groupById: leo, groupByType: '3', filterRules: rules, ...year } },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'success',
      format: 'pdf',
      report: 'CreditsByCourse',
      progress: { rows: 2 },
    });
    const [page = ''] = await readPdfPages(body.reportLink);
    expect(page).toMatch(/Marchetti, Leo.*Period: 1997-07-01 to 1998-06-30.*Budget Basics.*Total +0.3/);
    expect(page).not.toContain('Ethics in Office');
  });

  it('list the credits of the people of an organization and of those below it', async () => {
    const { body } = await post('/PeopleReport/GenerateCreditsEarnedGroupByParticipantsPDFReport', {
      sourceType: 2,
      filterBody: {
        groupByType: 1,
        reporttype: 2,
        groupById: demoId('organization', 'birch'),
        filterRules: '',
        ...year,
      },
    });
    expect(body).toMatchObject({ report: 'CreditsByPerson', subject: 'Birch County', progress: { rows: 4 } });
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    const everybody = { filterBody: { groupByType: 1, groupById: '' } };
    const path = '/PeopleReport/GenerateCreditsEarnedGroupByParticipantsPDFReport';
    expect((await post(path, everybody, { token: member })).status).toBe(403);
  });
});

describe('the PDFs of certificates', () => {
  it('contain the holder, the award and the certificate number, on one page for one award', async () => {
    const { status, body } = await post('/Awards/generateCertificationPDFReport', {
      filterBody: {
        sourceType: 2,
        peopleId: hiro,
        awardId: demoId('award', 'clerk'),
        courseSortDirection: 'asc',
      },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      reportName: 'Certificate',
      report: 'Certificates',
      subject: 'Tanaka, Hiro',
    });
    const pages = await readPdfPages(body.reportLink);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/Hiro Tanaka.*Certified County Clerk.*100-000-001/);
  });

  it('have one page for each certificate of one or several people, and none for revoked ones', async () => {
    const own = await post(`/Awards/GenerateAllCertificationPDFReport/${hiro}`, {
      filterBody: { sourceType: 2 },
    });
    expect(own.body.progress).toEqual({ percent: 100, rows: 1 });
    const holders = [hiro, platform.demo.values.holderId];
    const { body } = await post('/Awards/GenerateAllCertificationForPeoplePDFReport', {
      filterBody: { peopleIds: holders, sourceType: 2 },
    });
    expect(body).toMatchObject({ reportName: 'Certificates', subject: '2 people' });
    expect((await readPdfPages(body.reportLink)).length).toBe(body.progress.rows);
    expect(body.progress.rows).toBeGreaterThan(1);
  });

  it('are refused with the id of a record that does not exist', async () => {
    const path = '/Awards/generateCertificationPDFReport';
    const revoked = await post(path, {
      filterBody: { peopleId: hiro, awardId: demoId('award', 'road-supervisor') },
    });
    expect(revoked.status).toBe(404);
    expect(revoked.body.error.message).toBe('Tanaka, Hiro does not hold this certification.');
    expect((await post(`/Awards/GenerateAllCertificationPDFReport/${unknownId}`, {})).status).toBe(404);
    const unknown = await post(path, { filterBody: { peopleId: unknownId, awardId: unknownId } });
    expect(unknown.status).toBe(400);
    const member = await platform.tokenFor({ tenant: 'demo', roles: ['member'] });
    expect(
      (await post(`/Awards/GenerateAllCertificationPDFReport/${hiro}`, {}, { token: member })).status,
    ).toBe(403);
  });
});
