// The main job: import 2,400 people, sign in with the two-step login, read all of them page by page. What a page costs does
// not grow with the tenant (docs/data.md#lists-with-page-numbers), by DynamoDB's own ConsumedCapacity.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPeople } from '../../functions/crm/people/contract.ts';
import { type Reply, startPlatform, type TestPlatform } from '../harness/platform.ts';
import { mainJobSize, writePeopleFile } from './generated-people.ts';
import { importText } from './import-into.ts';
import { createPageReader, expectSortedOnce, type ListedPerson, listAllPeople } from './read-people.ts';

const mean = (units: readonly number[]): number => units.reduce((sum, unit) => sum + unit, 0) / units.length;

describe('2,400 people', () => {
  let platform: TestPlatform;
  let token: string;
  let before: number;
  let page: (query: string) => Promise<Reply>;
  /** Read units of every page of 50, by page, with 800 people of the file. */
  let few: readonly number[];

  async function unitsOfPages(pages: number): Promise<number[]> {
    const units: number[] = [];
    for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
      const reply = await page(`pageSize=50&pageIndex=${pageIndex}`);
      expect(reply.body.data).toHaveLength(50);
      units.push(reply.readUnits);
    }
    return units;
  }

  beforeAll(async () => {
    platform = await startPlatform();
    token = await signedIn(platform);
    page = createPageReader(platform, token);
    before = (await page('pageSize=1')).body.totalCount;
  });

  afterAll(() => platform.stop());

  it('are all imported, and unchanged by a second import', async () => {
    const some = await importText('people', writePeopleFile(800));
    expect(some.counts.people).toEqual({ created: 800, updated: 0, unchanged: 0, refused: 0 });
    few = await unitsOfPages(16);
    const first = await importText('people', writePeopleFile(mainJobSize));
    expect(first.counts.people).toEqual({
      ...{ created: mainJobSize - 800, unchanged: 800 },
      ...{ updated: 0, refused: 0 },
    });
    const second = await importText('people', writePeopleFile(mainJobSize));
    expect(second.counts.people).toEqual({ created: 0, updated: 0, unchanged: mainJobSize, refused: 0 });
  });

  it('are read by page number with the correct total, every person once, ordered by name', async () => {
    const count = before + mainJobSize;
    expectSortedOnce(await listAllPeople(page, count), count);
  });

  it('cost no more to list than 800, whatever the page, and never more than the contract promises', async () => {
    const many = await unitsOfPages(mainJobSize / 50);
    expect(few[0]).toBeGreaterThan(0);
    expect(many[0]).toBeLessThanOrEqual(few[0] ?? 0);
    // DynamoDB counts in half units, so two averages this close are equal.
    expect(mean(many.slice(1))).toBeLessThanOrEqual(mean(few.slice(1)) + 0.25);
    expect(Math.max(...many)).toBeLessThanOrEqual(listPeople.budget.readUnits);
  });

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
  });

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
