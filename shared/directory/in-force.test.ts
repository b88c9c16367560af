// Proves "current = start ≤ today ≤ end" (docs/interface/crm.md#dates-in-force).
import { describe, expect, it } from 'vitest';
import { isInForce } from './in-force.ts';

describe('isInForce', () => {
  it.each([
    [{}, true],
    [{ startDate: null, endDate: null }, true],
    [{ startDate: '2026-03-01' }, true],
    [{ startDate: '2026-03-02' }, false],
    [{ endDate: '2026-03-01' }, true],
    [{ endDate: '2026-02-28' }, false],
    [{ startDate: '2025-01-01', endDate: '2027-01-01' }, true],
  ])('%j on 2026-03-01 is %j', (term, active) => {
    expect(isInForce(term, '2026-03-01')).toBe(active);
  });
});
