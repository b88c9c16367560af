// Proves that list bodies are read as existing callers send them (docs/interface/requests.md#lenient-reading;
// docs/interface/lists.md#list-bodies).
import { describe, expect, it } from 'vitest';
import { Failure } from '../errors/failure.ts';
import {
  commonFilters,
  dayRange,
  enumList,
  listBody,
  numberRange,
  presentPage,
  textList,
  toPageRequest,
} from './list-body.ts';

const schema = listBody(
  { name: ['courseName'], creditHours: [] },
  { ...commonFilters, tags: textList(), range: dayRange(), hours: numberRange() },
);
const parse = (body: unknown) => schema.parse(body);
const invalidFields = (body: unknown) =>
  schema.safeParse(body).error?.issues.map(({ path }) => path.join('.'));

/** What a rule refuses with. */
function readFailureMessage(rule: () => unknown): string {
  try {
    rule();
    return '';
  } catch (error) {
    return error instanceof Failure ? error.message : '';
  }
}

describe('a list body', () => {
  it('may be empty', () => {
    const bare = { sortBy: 'name', pageNumber: 1 };
    const usual = { page: 1, pageSize: 50, sortBy: 'name', sortDirection: 'asc' };
    expect(parse({})).toMatchObject({ ...bare, filterBody: { tags: [] } });
    expect(parse({ filterBody: '', sortBy: '', sortDirection: null, pageNumber: '' })).toMatchObject(bare);
    expect(toPageRequest(parse({}))).toEqual(usual);
    expect(toPageRequest(parse({ sortDirection: '', isAsscending: '' }))).toEqual(usual);
  });

  it('accepts numbers as text; itemCount is the length of a page, or else pageSize', () => {
    expect(toPageRequest(parse({ itemCount: '10', pageNumber: '3' }))).toMatchObject({
      page: 3,
      pageSize: 10,
    });
    expect(toPageRequest(parse({ pageSize: '20', itemCount: '' }))).toMatchObject({ page: 1, pageSize: 20 });
    expect(toPageRequest(parse({ pageSize: 20, itemCount: 10 }))).toMatchObject({ page: 1, pageSize: 10 });
    expect(toPageRequest(parse({ itemCount: '1000' })).pageSize).toBe(1000);
  });

  it('takes the order by any of its names, in any case', () => {
    expect(parse({ sortBy: 'coursename', sortDirection: 'DESC' })).toMatchObject({
      sortBy: 'name',
      sortDirection: 'desc',
    });
    expect(parse({ sortBy: 'CREDITHOURS' }).sortBy).toBe('creditHours');
  });

  it.each([
    [{ isAsscending: false }, 'desc'],
    [{ isAsscending: 'true' }, 'asc'],
    [{ isAscending: 'FALSE' }, 'desc'],
    [{ isAscending: true, isAsscending: false }, 'asc'],
    [{ sortDirection: 'asc', isAsscending: false }, 'asc'],
    [{ sortDirection: ' Desc ', isAscending: true }, 'desc'],
  ])('takes the direction under either name: %j', (body, direction) => {
    expect(toPageRequest(parse(body)).sortDirection).toBe(direction);
  });

  it('accepts the words of a list in any case, and refuses others', () => {
    const states = enumList(['Upcoming', 'In Progress']);
    expect(states.parse(['upcoming', 'INPROGRESS', ''])).toEqual(['Upcoming', 'In Progress']);
    expect(states.parse('in progress')).toEqual(['In Progress']);
    expect(states.parse('')).toEqual([]);
    expect(states.safeParse(['Upcoming', 'soon']).error?.issues[0]?.path).toEqual([1]);
  });

  it('accepts days in both formats, and treats a blank as absent', () => {
    const { filterBody } = parse({
      filterBody: { selectedDate: '03-09-2027', range: { startDate: '2027-01-02T00:00:00', endDate: '' } },
    });
    expect(filterBody).toMatchObject({ selectedDate: '2027-03-09', range: { startDate: '2027-01-02' } });
    expect(parse({ filterBody: { selectedDate: '', range: '' } }).filterBody.range).toBeUndefined();
  });

  it('accepts lists and single values, and treats blanks as absent', () => {
    for (const [sent, tags] of [
      [
        ['a', '', null, 7],
        ['a', '7'],
      ],
      ['a', ['a']],
      ['', []],
      [null, []],
    ])
      expect(parse({ filterBody: { tags: sent } }).filterBody.tags).toEqual(tags);
    expect(parse({ filterBody: { hours: { min: '1.5', max: '' } } }).filterBody.hours).toEqual({ min: 1.5 });
  });

  it.each([
    [{ itemCount: 1001 }, 'itemCount'],
    [{ pageSize: '1001' }, 'pageSize'],
    [{ pageNumber: 0 }, 'pageNumber'],
    [{ sortBy: 'colour' }, 'sortBy'],
    [{ sortDirection: 'up' }, 'sortDirection'],
    [{ filterBody: { selectedDate: '31-12-2027' } }, 'filterBody.selectedDate'],
    [{ filterBody: { tags: [{}] } }, 'filterBody.tags.0'],
  ])('refuses %j', (body, target) => expect(invalidFields(body)).toEqual([target]));

  it('is answered with the entries and their counts', () => {
    expect(presentPage(['a'], 7)).toEqual({ itemCount: 1, totalCount: 7, result: ['a'] });
  });

  it('is refused when its entries are too large for a reply, naming a page size that fits', () => {
    const long = { text: '"'.repeat(2000) };
    const many = (count: number) => Array.from({ length: count }, () => long);
    const page = Number(
      /request pages of (\d+)/.exec(readFailureMessage(() => presentPage(many(900), 900)))?.[1],
    );
    expect(page).toBeGreaterThan(400);
    expect(presentPage(many(page), 900).itemCount).toBe(page);
  });
});
