// Numbers and statuses of bills (docs/interface/billtracking.md#bills).
import { describe, expect, it } from 'vitest';
import { isInChamber, isTracked, naturalKeyText } from './bill.ts';

describe('bill numbers', () => {
  it('are those of a session of a state', () => {
    const key = naturalKeyText({ stateId: 53, session: '2025-2026', billNumber: 'H.B. 0001' });
    expect(naturalKeyText({ stateId: 53, session: '2025-2026', billNumber: 'hb1' })).toBe(key);
    expect(naturalKeyText({ stateId: 24, session: '2025-2026', billNumber: 'hb1' })).not.toBe(key);
    expect(naturalKeyText({ stateId: 53, session: '2023-2024', billNumber: 'hb1' })).not.toBe(key);
  });
});

it('a bill is tracked by three of the five statuses', () => {
  const statuses = ['TRACKING', 'WATCHING', 'PRIORITY', 'ARCHIVED', 'NOT_TRACKED'] as const;
  expect(statuses.filter((trackingStatus) => isTracked({ trackingStatus }))).toEqual([
    'TRACKING',
    'WATCHING',
    'PRIORITY',
  ]);
});

it('a joint committee, and one of a single chamber, belongs to both chambers', () => {
  const inLower = (['lower', 'upper', 'joint', 'legislature', 'executive'] as const).filter((chamber) =>
    isInChamber({ chamber }, 'lower'),
  );
  expect(inLower).toEqual(['lower', 'joint', 'legislature']);
});
