// Proves that list bodies are read as existing callers send them (gap-facts.md, habits of callers, and 3.6).
import { describe, expect, it } from 'vitest';
import { dayRange, filters, listBody, numberRange, pageWanted, shownPage, texts } from './list-body.ts';

const schema = listBody(
  { name: ['courseName'], creditHours: [] },
  { ...filters, tags: texts(), range: dayRange(), hours: numberRange() },
);
const read = (body: unknown) => schema.parse(body);
const refused = (body: unknown) => schema.safeParse(body).error?.issues.map(({ path }) => path.join('.'));

describe('a list body', () => {
  it('needs nothing at all', () => {
    const bare = { sortBy: 'name', sortDirection: 'asc', pageNumber: 1 };
    expect(read({})).toMatchObject({ ...bare, filterBody: { tags: [] } });
    expect(read({ filterBody: '', sortBy: '', sortDirection: null, pageNumber: '' })).toMatchObject(bare);
    expect(pageWanted(read({}))).toEqual({ page: 1, pageSize: 50 });
  });

  it('takes numbers as texts; itemCount is the length of a page, pageSize when there is none', () => {
    expect(pageWanted(read({ itemCount: '10', pageNumber: '3' }))).toEqual({ page: 3, pageSize: 10 });
    expect(pageWanted(read({ pageSize: '20', itemCount: '' }))).toEqual({ page: 1, pageSize: 20 });
    expect(pageWanted(read({ pageSize: 20, itemCount: 10 }))).toEqual({ page: 1, pageSize: 10 });
  });

  it('takes the order by any of its names, in any case', () => {
    expect(read({ sortBy: 'coursename', sortDirection: 'DESC' })).toMatchObject({
      sortBy: 'name',
      sortDirection: 'desc',
    });
    expect(read({ sortBy: 'CREDITHOURS' }).sortBy).toBe('creditHours');
  });

  it('takes days of either form, and blank as none', () => {
    const { filterBody } = read({
      filterBody: { selectedDate: '03-09-2027', range: { startDate: '2027-01-02T00:00:00', endDate: '' } },
    });
    expect(filterBody).toMatchObject({ selectedDate: '2027-03-09', range: { startDate: '2027-01-02' } });
    expect(read({ filterBody: { selectedDate: '', range: '' } }).filterBody.range).toBeUndefined();
  });

  it('takes lists, one value, and blanks for none', () => {
    for (const [sent, tags] of [
      [
        ['a', '', null, 7],
        ['a', '7'],
      ],
      ['a', ['a']],
      ['', []],
      [null, []],
    ])
      expect(read({ filterBody: { tags: sent } }).filterBody.tags).toEqual(tags);
    expect(read({ filterBody: { hours: { min: '1.5', max: '' } } }).filterBody.hours).toEqual({ min: 1.5 });
  });

  it.each([
    [{ itemCount: 201 }, 'itemCount'],
    [{ pageNumber: 0 }, 'pageNumber'],
    [{ sortBy: 'colour' }, 'sortBy'],
    [{ sortDirection: 'up' }, 'sortDirection'],
    [{ filterBody: { selectedDate: '31-12-2027' } }, 'filterBody.selectedDate'],
    [{ filterBody: { tags: [{}] } }, 'filterBody.tags.0'],
  ])('refuses %j', (body, target) => expect(refused(body)).toEqual([target]));

  it('is answered by the entries and their numbers', () => {
    expect(shownPage(['a'], 7)).toEqual({ itemCount: 1, totalCount: 7, result: ['a'] });
  });
});
