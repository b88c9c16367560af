// The list of awards over HTTP (docs/interface/training.md#award-list; docs/interface/lists.md#array-lists,
// #query-parameters; docs/interface/access.md#tenant-access-setting).
import { describe, expect, it } from 'vitest';
import { toNames, useAwards } from '../classes/use-awards.ts';

const { getPlatform, list } = useAwards();

const seededNames = [
  'Certified County Clerk',
  'Certified County Commissioner',
  'Certified Public Finance Administrator',
  'Emergency Coordination Certificate (2019 program)',
  'Master County Clerk',
  'New Commissioner Orientation',
  'Road Supervisor Certificate',
];

describe('GET /api/v1/Awards/List', () => {
  it('returns a bare array by name with Link and X-Total-Count (RFC 8288)', async () => {
    const { body, headers } = await list('?page=2&pageSize=3');
    expect(toNames(body)).toEqual(seededNames.slice(3, 6));
    expect(headers.get('x-total-count')).toBe('7');
    const address = `${getPlatform().urls.training}/api/v1/Awards/List`;
    const link = (rel: string, page: number) =>
      `<${address}?page=${page}&pageSize=3&sortBy=name&sortDirection=asc>; rel="${rel}"`;
    expect(headers.get('link')).toBe(
      [link('first', 1), link('prev', 1), link('next', 3), link('last', 3)].join(', '),
    );
    expect(toNames((await list()).body)).toEqual(seededNames);
    expect((await list('?page=9')).body).toEqual([]);
  });

  it('returns levelType and objectType as labels', async () => {
    const [clerk] = (await list()).body;
    expect(clerk).toMatchObject({ levelType: 'Associate', objectType: 'Certification', price: 295 });
  });

  it('sorts by the fields of an award, in both directions', async () => {
    expect(toNames((await list('?sortDirection=desc')).body)).toEqual([...seededNames].reverse());
    expect(toNames((await list('?sortDirection=desc&pageSize=3&page=2')).body)).toEqual(
      [...seededNames].reverse().slice(3, 6),
    );
    expect(toNames((await list('?sortDirection=desc&pageSize=3&page=3')).body)).toEqual(
      seededNames.slice(0, 1),
    );
    expect((await list('?sortDirection=desc&pageSize=3&page=4')).body).toEqual([]);
    const prices = (await list('?sortBy=price')).body.map(({ price }: { price: number }) => price);
    expect(prices).toEqual([0, 90, 180, 295, 310.5, 350, 425]);
    const { body, headers } = await list('?sortBy=CreatedDate&sortDirection=DESC&pageSize=2');
    expect(toNames(body)).toEqual([seededNames[3], seededNames[6]]);
    expect(headers.get('x-total-count')).toBe('7');
  });

  it('sorts by every sortable field of an award', async () => {
    type Shown = Readonly<Record<'id' | 'description' | 'levelType' | 'objectType', string | undefined>>;
    for (const field of ['id', 'description', 'levelType', 'objectType'] as const) {
      const { body, headers, status } = await list(`?sortBy=${field}`);
      expect([status, headers.get('x-total-count')]).toEqual([200, '7']);
      const values = body.map((award: Shown) => award[field] ?? '');
      expect(values).toEqual([...values].sort((a, b) => a.localeCompare(b, 'en')));
      const backward = await list(`?sortBy=${field}&sortDirection=desc&pageSize=4`);
      expect(backward.body).toEqual([...body].reverse().slice(0, 4));
      expect((await list(`?sortBy=${field}&selectedDate=2001-01-01`)).body).toEqual([]);
    }
  });

  it('returns the awards that existed on selectedDate, in any sort order', async () => {
    const { body: byCreation } = await list('?sortBy=createdDate');
    const third = byCreation[2].createdDate;
    const justBefore = new Date(Date.parse(third) - 1).toISOString();
    for (const [moment, count] of [
      [third, 3],
      [justBefore, 2],
      ['2000-01-01T00:00:00Z', 0],
      [new Date().toISOString(), 7],
      ['2100-01-01', 7],
      [third.slice(0, 10), 3],
    ] as const)
      for (const order of ['name', 'price']) {
        const { body, headers } = await list(`?selectedDate=${moment}&sortBy=${order}`);
        expect(headers.get('x-total-count'), moment).toBe(String(count));
        expect(toNames(body).sort()).toEqual(toNames(byCreation.slice(0, count)).sort());
      }
    const past = await list(`?selectedDate=${encodeURIComponent(third)}&pageSize=2`);
    expect(past.body).toHaveLength(2);
    expect(past.headers.get('link')).toContain(`selectedDate=${encodeURIComponent(third)}`);
  });

  it.each([
    ['page=0', 'page', 'OUT_OF_RANGE'],
    ['pageSize=201', 'pageSize', 'OUT_OF_RANGE'],
    ['pageSize=many', 'pageSize', 'INVALID_TYPE'],
    ['sortBy=colour', 'sortBy', 'UNKNOWN_VALUE'],
    ['sortDirection=up', 'sortDirection', 'UNKNOWN_VALUE'],
    ['selectedDate=yesterday', 'selectedDate', 'INVALID_FORMAT'],
    ['selectedDate=2027-02-30T00:00:00Z', 'selectedDate', 'INVALID_FORMAT'],
  ])('refuses %s', async (query, target, code) => {
    const { status, body } = await list(`?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', target, details: [{ code, target }] });
  });

  it('needs no token, only the tenant-code', async () => {
    const anonymous = { tenant: 'harbor' };
    const { status, body } = await getPlatform().call('GET', 'training', '/api/v1/Awards/List', anonymous);
    expect(status).toBe(200);
    expect(body).toHaveLength(3);
    expect((await getPlatform().call('GET', 'training', '/api/v1/Awards/List')).status).toBe(401);
  });
});
