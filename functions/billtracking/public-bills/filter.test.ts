// Which bills match a filter, and in which order they come (docs/interface/billtracking.md#public-bills).
import { describe, expect, it } from 'vitest';
import type { BillRow } from '../bills/record/bill-row.ts';
import { defaultSettings } from '../bills/settings/bill-settings.ts';
import { filteredStatuses, matchesBillFilter, selectsAllTracked } from './filter.ts';
import { type BillOrder, sortBills } from './order.ts';
import type { BillFilter } from './schemas.ts';

const row: BillRow = {
  ...{ type: 'bill-row', id: '1', stateId: 53, sessionId: 5301, sessionName: '2025-2026' },
  ...{ billNumber: 'HB 1217', billTypeId: 1, billTypeAbbr: 'HB', chamber: 'lower' },
  ...{ title: 'Improving housing stability', status: 'Signed into law', summaryWords: 'rent' },
  ...{ introducedDate: '2027-01-11', lastActionOn: '2027-02-01', rollCallCount: 0, modifiedDate: '' },
  sponsors: [{ personId: 'p1', name: 'Emily Alvarado', isPrimary: true }],
  committees: [
    { id: 7, name: 'House Committee on Housing', chamber: 'lower' },
    { id: 8, name: 'Senate Ways & Means', chamber: 'upper' },
  ],
  ...{ trackingStatus: 'TRACKING', position: 'SUPPORT', assignedPersonIds: ['p2'], assignedGroups: [] },
  ...{ tags: ['Housing'], userTags: [] },
};
const matches = (filter: BillFilter, more: Partial<BillRow> = {}) =>
  matchesBillFilter({ ...row, ...more }, filter, { settings: defaultSettings, tenantCode: 'demo' });

describe('a filter of bills', () => {
  it('has tracked bills by default, others by their status or level', () => {
    expect(matches({})).toBe(true);
    expect(matches({}, { trackingStatus: 'ARCHIVED' })).toBe(false);
    expect(matches({ trackingStatuses: ['ARCHIVED'] }, { trackingStatus: 'ARCHIVED' })).toBe(true);
    expect(filteredStatuses({ trackingLevels: ['4', 'priority'] }, defaultSettings)).toEqual([
      'PRIORITY',
      'ARCHIVED',
    ]);
    expect(filteredStatuses({ trackingLevels: ['no such level'] }, defaultSettings)).toEqual([]);
  });

  it('matches any value of a field, and all fields', () => {
    expect(matches({ stateIds: [24, 53], positions: ['OPPOSE', 'SUPPORT'] })).toBe(true);
    expect(matches({ stateIds: [24, 53], positions: ['OPPOSE'] })).toBe(false);
    expect(matches({ stateIds: [], positions: [] })).toBe(true);
  });

  it('has days that are inclusive; a bill without the day matches none', () => {
    expect(matches({ introducedStartDate: '2027-01-11', introducedEndDate: '2027-01-11' })).toBe(true);
    expect(matches({ introducedStartDate: '2027-01-12' })).toBe(false);
    expect(matches({ introducedEndDate: '2027-01-10' })).toBe(false);
    expect(matches({ lastActionEndDate: '2027-12-31' }, { lastActionOn: undefined })).toBe(false);
  });

  it('has a whole number or its digits; a number without either matches no bill', () => {
    expect(['hb1217', '1217', 'H.B. 1217'].map((billNumber) => matches({ billNumber }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['217', 'SB 1217', '-'].map((billNumber) => matches({ billNumber }))).toEqual([
      false,
      false,
      false,
    ]);
    expect(matches({ billNumber: ' ' })).toBe(true);
  });

  it('has committees by chamber, also without the chamber before their names', () => {
    expect(
      ['Housing', 'house committee on housing', '7'].map((name) => matches({ houseCommittees: [name] })),
    ).toEqual([true, true, true]);
    expect(matches({ senateCommittees: ['Housing'] })).toBe(false);
    expect(matches({ senateCommittees: ['Ways & Means'] })).toBe(true);
  });

  it('has sponsors by id, name or last name', () => {
    expect(['p1', 'emily alvarado', 'ALVARADO'].map((name) => matches({ sponsors: [name] }))).toEqual([
      true,
      true,
      true,
    ]);
    expect(matches({ sponsors: ['Emily'] })).toBe(false);
  });

  it('has words of the fields that are searched, each the beginning of one', () => {
    expect([matches({ searchText: 'HB 1217' }), matches({ text: 'alvar' })]).toEqual([true, true]);
    expect(matches({ text: 'alvarado', searchFields: ['title'] })).toBe(false);
    expect(matches({ text: 'stab hous', searchFields: ['title'] })).toBe(true);
    expect(matches({ text: 'table', searchFields: ['title'] })).toBe(false);
    expect(matches({ text: '--' })).toBe(false);
  });

  it('selects all tracked bills only without any value', () => {
    expect([selectsAllTracked({}), selectsAllTracked({ stateIds: [], title: '' })]).toEqual([true, true]);
    expect([selectsAllTracked({ stateIds: [53] }), selectsAllTracked({ title: 'x' })]).toEqual([
      false,
      false,
    ]);
  });
});

describe('bills are sorted', () => {
  const sort = (rows: readonly Partial<BillRow>[], order: BillOrder, isAscending = true) =>
    sortBills(
      rows.map((more, index) => ({ ...row, id: String(index + 1), ...more })),
      order,
      isAscending,
      defaultSettings,
    );

  it('by number: letters first, then by value', () => {
    const numbers = ['HB 10', 'SB 1', 'HB 9'].map((billNumber) => ({ billNumber }));
    expect(sort(numbers, 'BillNumber').map(({ billNumber }) => billNumber)).toEqual([
      'HB 9',
      'HB 10',
      'SB 1',
    ]);
    expect(sort(numbers, 'BillNumber', false).map(({ billNumber }) => billNumber)).toEqual([
      'SB 1',
      'HB 10',
      'HB 9',
    ]);
  });

  it('by priority with bills without one last', () => {
    const sorted = sort([{ priority: undefined }, { priority: 5 }, { priority: 1 }], 'Priority');
    expect(sorted.map(({ priority }) => priority)).toEqual([1, 5, undefined]);
  });

  it('by level in the order of the settings, and equal ones by number', () => {
    const sorted = sort(
      [
        { trackingStatus: 'WATCHING' },
        { billNumber: 'HB 2' },
        { billNumber: 'HB 1' },
        { trackingStatus: 'PRIORITY' },
      ],
      'TrackingLevel',
    );
    expect(sorted.map(({ trackingStatus, billNumber }) => `${trackingStatus} ${billNumber}`)).toEqual([
      'PRIORITY HB 1217',
      'TRACKING HB 1',
      'TRACKING HB 2',
      'WATCHING HB 1217',
    ]);
  });
});
