// Exports as existing callers list and delete them (docs/interface/crm.md#export-reports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runExports } from '../../../functions/crm/jobs/run-exports/handler.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let other: string;

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });
const list = async (filterBody: object = {}, more: object = {}, as = token) => {
  const reply = await send('POST', '/exportpeople/allreport', { filterBody, ...more }, as);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const names = ({ result }: { result: { reportName: string }[] }) =>
  result.map(({ reportName }) => reportName.replace(/-\d{4}-\d\d-\d\d/, ''));

async function request(body: object): Promise<string> {
  const reply = await send('POST', '/Exports', body);
  expect(reply.status, reply.text).toBe(202);
  return reply.body.id;
}

/** Calls the job as the change of its step does. */
const run = (id: string) =>
  runExports(
    {
      Records: [
        {
          eventName: 'MODIFY' as const,
          dynamodb: {
            Keys: { pk: { S: `T#demo#EXPORT#${id}` }, sk: { S: 'STEP' } },
            NewImage: { type: { S: 'export-step' } },
          },
        },
      ],
    },
    { getRemainingTimeInMillis: () => 60_000 },
  );

beforeAll(async () => {
  platform = await startPlatform();
  const permissions = ['crm.people.read', 'crm.organizations.read', 'crm.committees.read'] as const;
  token = await platform.tokenFor({ tenant: 'demo', permissions });
  other = await platform.tokenFor({ tenant: 'demo', permissions });
});
afterAll(() => platform.stop());

describe('export reports', () => {
  const ids: string[] = [];

  it('are the exports of the caller, with a link once there is a file', async () => {
    for (const body of [
      { list: 'people', format: 'csv', columns: ['lastName'] },
      { list: 'organizations', format: 'xlsx' },
      { list: 'committees', format: 'jsonl' },
    ])
      ids.push(await request(body));
    await run(ids[0] ?? '');
    const { result, totalCount, itemCount } = await list();
    expect([totalCount, itemCount]).toEqual([3, 3]);
    expect(result[0]).toMatchObject({ id: ids[0], status: 'success' });
    expect(result[0].reportLinks).toEqual([result[0].reportLink]);
    const link: string = result[0].reportLink;
    const file = await platform.call('GET', 'training', link.slice(link.indexOf('/api/v1/Files/')));
    expect(file.text).toContain('Fairweather');
    expect(result[1]).toMatchObject({ status: 'inprogress', reportLink: null, reportLinks: [] });
    expect((await list({}, {}, other)).totalCount).toBe(0);
  });

  it('are filtered by name, status and day, sorted, and paged', async () => {
    expect(names(await list({ reportName: 'ORGAN', sourceType: 2 }))).toEqual(['organizations.xlsx']);
    expect(names(await list({ status: ['Success'] }))).toEqual(['people.csv']);
    expect(names(await list({ fromDate: '2000-01-01', toDate: '2000-12-31' }))).toEqual([]);
    expect(names(await list({ fromDate: '01-01-2000', status: [], reportName: '' }))).toHaveLength(3);
    expect(names(await list({}, { sortBy: 'reportName', sortDirection: 'desc' }))).toEqual([
      'people.csv',
      'organizations.xlsx',
      'committees.jsonl',
    ]);
    const page = await list({}, { sortBy: 'reportName', itemCount: '1', pageNumber: '2' });
    expect([names(page), page.totalCount]).toEqual([['organizations.xlsx'], 3]);
    expect((await send('POST', '/exportpeople/allreport', { filterBody: { status: ['lost'] } })).status).toBe(
      400,
    );
  });

  it('are deleted by the id in a parameter without a name, as existing callers send it', async () => {
    const remove = (query: string, as = token) =>
      send('GET', `/exportpeople/get/deletebyreportid?${query}`, undefined, as);
    expect((await remove(`=${ids[0]}`, other)).status).toBe(404);
    const dry = await remove(`=${ids[0]}&validateOnly=true`);
    expect(dry.status).toBe(204);
    const { status, body, headers } = await remove(`=${ids[0]?.toUpperCase()}`);
    expect([status, body]).toEqual([200, true]);
    expect(headers.get('etag')).toBeNull();
    expect((await remove(`=${ids[0]}`)).status).toBe(404);
    expect((await remove(`reportId=${ids[1]}`)).body).toBe(true);
    const refused = await remove('');
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'reportId']);
    expect(names(await list())).toEqual(['committees.jsonl']);
  });

  it('are all deleted at once, and not by HEAD', async () => {
    await request({ list: 'people', format: 'csv' });
    const address = '/crm/api/v1/exportpeople/get/clearallbyuser';
    const head = await fetch(new URL(address, platform.address), {
      method: 'HEAD',
      headers: { 'tenant-code': 'demo', Authorization: `Bearer ${token}` },
    });
    expect(head.status).toBe(405);
    expect((await list()).totalCount).toBe(2);
    expect((await send('GET', '/exportpeople/get/clearallbyuser')).body).toBe(true);
    expect((await list()).totalCount).toBe(0);
    expect((await send('GET', '/exportpeople/get/clearallbyuser')).body).toBe(true);
  });
});
