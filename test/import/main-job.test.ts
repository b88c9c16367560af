// The main job: import 8,800 people, sign in with the two-step login, read all of them page by page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { mainJobSize, writePeopleFile } from './generated-people.ts';
import { importText } from './import-into.ts';
import { createPageReader, expectSortedOnce, type ListedPerson, listAllPeople } from './read-people.ts';

describe('8,800 people', () => {
  let platform: TestPlatform;
  let token: string;
  let before: number;
  let page: (query: string) => Promise<Reply>;

  beforeAll(async () => {
    platform = await startPlatform();
    token = await signedIn(platform);
    page = createPageReader(platform, token);
    before = (await page('pageSize=1')).body.totalCount;
  }, 120_000);

  afterAll(() => platform.stop());

  it('are all imported, and unchanged by a second import', async () => {
    const first = await importText('people', writePeopleFile(mainJobSize));
    expect(first.counts.people).toEqual({ created: mainJobSize, updated: 0, unchanged: 0, refused: 0 });
    const second = await importText('people', writePeopleFile(mainJobSize));
    expect(second.counts.people).toEqual({ created: 0, updated: 0, unchanged: mainJobSize, refused: 0 });
  }, 180_000);

  it('are read by page number with the correct total, every person once, ordered by name', async () => {
    const count = before + mainJobSize;
    expectSortedOnce(await listAllPeople(page, count), count);
  }, 120_000);

  it('are read by cursor: the same people in the same order', async () => {
    const [numbered, followed] = [[] as string[], [] as string[]];
    let cursor = '';
    for (let pageIndex = 0; pageIndex < 12; pageIndex += 1) {
      const [byNumber, byCursor] = [
        await page(`pageIndex=${pageIndex}&pageSize=150`),
        await page(`pageSize=150${cursor}`),
      ];
      numbered.push(...byNumber.body.data.map(({ id }: ListedPerson) => id));
      followed.push(...byCursor.body.data.map(({ id }: ListedPerson) => id));
      expect(byCursor.body.pageIndex).toBe(pageIndex);
      cursor = `&cursor=${encodeURIComponent(byCursor.body.nextCursor)}`;
    }
    expect(followed).toEqual(numbered);
  }, 60_000);

  it('are read one by one with their addresses', async () => {
    const { body } = await page('pageIndex=40&pageSize=1');
    const [person] = body.data;
    const reply = await platform.call('GET', 'crm', `/api/v1/people/${person.id}`, { tenant: 'demo', token });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual(person);
    expect(reply.body).toMatchObject({ tenantId: 'demo', addresses: [{ zipCode: '21401' }] });
  });
});

/**
 * The two steps of docs/interface/identity.md#two-step-sign-in: the workspaces of the user, then a token for one of
 * them.
 */
async function signedIn(platform: TestPlatform): Promise<string> {
  const user = platform.demo.users.find(({ tenantCodes }) => tenantCodes.includes('demo'));
  const { userName, password } = user ?? {};
  const workspaces = await platform.call('POST', 'identity', '/api/v1/Services/Authrize', {
    body: { userName, password },
  });
  const { tenantCode } = workspaces.body.workSpaceList.find(
    (tenant: { tenantCode: string }) => tenant.tenantCode === 'demo',
  );
  const reply = await platform.call('POST', 'identity', '/api/v1/Services/AuthorizeUserForWorkSpace', {
    body: { tenantCode, userName, password },
  });
  return reply.body.accessToken;
}
