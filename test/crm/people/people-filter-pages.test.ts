// Filtered people a page at a time, followed by cursors (docs/interface/crm.md#lists-by-page).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let organizationId: string;

const send = (path: string, body: unknown) =>
  platform.call('POST', 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
const rule = (fieldId: string, ...selectedValues: string[]) => ({ fieldId, filterType: 4, selectedValues });
const list = (filter: object, page: object = {}) => send('people/PeoplePagingList', { filter, ...page });

const PEOPLE = 400;
const nameOf = (number: number) => `Paged ${String(number).padStart(3, '0')}`;

/** The last names on all pages, and how many pages there were. */
async function readAll(filter: object, pageSize: number) {
  const names: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; ; pages += 1) {
    const { status, body, text } = await list(filter, { pageSize, cursor });
    expect(status, text).toBe(200);
    expect(body.pageIndex).toBe(pages);
    expect(body.data.length).toBeLessThanOrEqual(pageSize);
    names.push(...body.data.map(({ lastName }: { lastName: string }) => lastName));
    expect(body.hasNextPage).toBe(body.nextCursor !== null);
    if (!body.hasNextPage) return { names, pages: pages + 1 };
    cursor = body.nextCursor;
  }
}

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.write'],
  });
  organizationId = (await send('organization', { name: 'Paged town' })).body.id;
  const rows = Array.from({ length: PEOPLE }, (_, number) => ({
    lastName: nameOf(number),
    tags: number % 3 === 0 ? ['Third'] : ['Other'],
    ...(number < 40 && { organizationId }),
    ...(number === PEOPLE - 1 && { title: 'Last one' }),
  }));
  expect((await send('Batches/People', { operation: 'create', rows })).body).toMatchObject({
    created: PEOPLE,
  });
});
afterAll(() => platform.stop());

describe('pages of filtered people', () => {
  const thirds = Array.from({ length: PEOPLE }, (_, number) => number)
    .filter((number) => number % 3 === 0)
    .map(nameOf);

  it('have every person who passes once, by name, whatever the size of the page', async () => {
    for (const pageSize of [7, 50, 100]) {
      const { names, pages } = await readAll({ filterRules: [rule('tags', 'THIRD')] }, pageSize);
      expect(names).toEqual(thirds);
      expect(pages).toBeGreaterThanOrEqual(Math.ceil(thirds.length / pageSize));
    }
  });

  it('find the one person at the end of the list on the first page', async () => {
    const { body } = await list({ filterRules: [rule('positions', 'last one')] });
    expect(body).toMatchObject({ totalCount: 1, hasNextPage: false, data: [{ lastName: nameOf(399) }] });
  });

  it('are the same through the index of an organization', async () => {
    const filterRules = [rule('currentOrganization', organizationId), rule('tags', 'third')];
    expect((await readAll({ filterRules }, 5)).names).toEqual(thirds.slice(0, 14));
    const { names } = await readAll({ filterRules: [rule('currentOrganization', 'paged town')] }, 9);
    expect(names).toEqual(Array.from({ length: 40 }, (_, number) => nameOf(number)));
  });

  it('apply to active people only, and to what a search found', async () => {
    const filterRules = [rule('positions', 'last one')];
    const [person] = (await list({ filterRules })).body.data;
    expect((await list({ filterRules, searchText: 'paged 399' })).body.data).toHaveLength(1);
    expect((await list({ filterRules, searchText: 'paged 398' })).body.data).toEqual([]);
    await send(`people/${person.id}/Deactivate`, undefined);
    expect((await list({ filterRules, isActive: true })).body.data).toEqual([]);
    expect((await list({ filterRules, isActive: false })).body.data).toHaveLength(1);
    expect((await list({ filterRules, isActive: true, searchText: 'paged 399' })).body.data).toEqual([]);
    await send(`people/${person.id}/Reactivate`, undefined);
  });

  it('are not reached by number, by the cursor of another filter, or beyond a hundred people', async () => {
    const filterRules = [rule('tags', 'third')];
    const { nextCursor } = (await list({ filterRules }, { pageSize: 5 })).body;
    const refused = [
      await list({ filterRules }, { pageIndex: 1 }),
      await list({ filterRules: [rule('tags', 'other')] }, { cursor: nextCursor }),
      await list({ filterRules }, { pageSize: 101 }),
      await list({ filterRules: [rule('shoeSize', '40')] }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(refused.map(({ body }) => body.error.details[0].field)).toEqual([
      'pageIndex',
      'cursor',
      'pageSize',
      'filter.filterRules[0].fieldId',
    ]);
  });
});
