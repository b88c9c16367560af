// Lists of two records as one (docs/interface/crm.md#merging-people).
import { describe, expect, it } from 'vitest';
import { uniteAddresses, unitePositions, uniteTerms } from './unite-lists.ts';

const [a, b, c] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
];

describe('lists of two records', () => {
  it('have one primary address, and an address of both once', () => {
    const united = uniteAddresses(
      [{ id: a, type: 'Primary', street: '1 Main St', city: 'Annapolis' }],
      [
        { id: b, type: 'Primary', street: '1 MAIN ST', city: 'annapolis', fax: '410 555', isActive: false },
        { id: c, type: 'primary', street: '2 Oak St' },
      ],
    );
    expect(united).toEqual([
      { id: a, type: 'Primary', street: '1 Main St', city: 'Annapolis', fax: '410 555' },
      { id: c, type: 'Other', street: '2 Oak St' },
    ]);
    const former = uniteAddresses(
      [{ id: a, type: 'Home', city: 'X' }],
      [{ id: b, type: 'Primary', city: 'Y' }],
    );
    expect(former.map(({ type }) => type)).toEqual(['Home', 'Primary']);
  });

  it('have a position once, with the days that one of them knows', () => {
    const own = { id: a, title: 'Clerk', organizationName: 'City' };
    const dated = { ...own, id: b, title: 'CLERK', organizationId: c, startDate: '2020-01-01' };
    expect(unitePositions([own], [dated])).toEqual([{ ...own, organizationId: c, startDate: '2020-01-01' }]);
    const other = { ...dated, id: c, startDate: '2024-01-01' };
    expect(unitePositions([dated], [other])).toEqual([dated, other]);
    expect(unitePositions([own], [{ ...own, id: b, department: 'Tax' }])).toHaveLength(2);
    expect(unitePositions([dated], [{ ...dated, id: c, organizationId: b }])).toHaveLength(2);
  });

  it('have a seat once at a time', () => {
    const term = { id: a, committeeId: c, positionId: c, role: 'Chair', endDate: '2024-12-31' };
    const same = { ...term, id: b, endDate: '2024-06-30' };
    const later = { ...term, id: b, startDate: '2025-01-01', endDate: '2025-12-31' };
    const elsewhere = { ...same, regionId: a };
    expect(uniteTerms([term], [same])).toEqual([term]);
    expect(uniteTerms([term], [later])).toEqual([term, later]);
    expect(uniteTerms([{ ...term, regionId: b }], [elsewhere])).toHaveLength(2);
  });
});
