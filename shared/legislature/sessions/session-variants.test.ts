// One session under the names of different sources (docs/imports.md#sessions).
import { describe, expect, it } from 'vitest';
import type { SessionContent } from './session.ts';
import { findVariant } from './session-variants.ts';
import { shippedSessions } from './shipped-sessions.ts';

const georgia = 13;
const maryland = 24;
const texas = 48;
const of = (stateId: number, identifier: string, more: Partial<SessionContent> = {}): SessionContent => ({
  stateId,
  identifier,
  name: identifier,
  classification: 'primary',
  ...more,
});
const special = (stateId: number, identifier: string, name = identifier) =>
  of(stateId, identifier, { name, classification: 'special' });

describe('a session under another name', () => {
  it.each([
    ['the same years in another spelling', of(53, '2025-2026'), of(53, '2025_26')],
    ['the years without a separator', of(6, '20252026'), of(6, '2025-2026 Regular Session')],
    ['the first year alone', of(georgia, '2025_26'), of(georgia, '2025')],
    [
      'both years of a session known by the first',
      of(georgia, '2025'),
      of(georgia, '2025-2026 Regular Session'),
    ],
    ['the second year of a session of two', of(georgia, '2025-2026'), of(georgia, '2026')],
    [
      'years that the source gives besides the name',
      of(36, '2025-2026'),
      of(36, 'Regular Session', { startYear: 2025, endYear: 2026 }),
    ],
    ['a Congress by its years', of(0, '119', { name: '119th Congress' }), of(0, '2025-2026 Regular Session')],
    ['a Congress by its number', of(0, '119'), of(0, '119th Congress, 1st Session')],
    [
      'a Texas session by its legislature',
      of(texas, '89R', { name: '89th Legislature, Regular Session' }),
      of(texas, '89th Legislature Regular Session', { startYear: 2025, endYear: 2026 }),
    ],
    [
      'a called session of Texas',
      special(texas, '892', '89th Legislature, 2nd Called Session'),
      special(texas, '89th Legislature 2nd Special Session'),
    ],
    ['a special session by its number', special(53, '2025S2'), special(53, '2025 2nd Special Session')],
    ['a special session in words', special(53, '2025S1'), special(53, '2025 First Extraordinary Session')],
    ['a special session without a number', special(53, '2025S1'), special(53, '2025 Special Session')],
    // Open States, scrapers/fl/__init__.py, and getDatasetList of LegiScan of November 2025.
    [
      'a special session of Florida by its letter',
      special(12, '2025C', '2025 Special Session C'),
      special(12, '2025 Third Special Session'),
    ],
    [
      'a legislature without years',
      of(2, '34'),
      of(2, '34th Legislature', { startYear: 2025, endYear: 2026 }),
    ],
  ])('is recognised: %s', (_, known, incoming) => {
    expect(findVariant([known], incoming)).toBe(known);
  });

  it.each([
    ['another year', of(maryland, '2025'), of(maryland, '2027')],
    ['another state', of(maryland, '2025'), of(georgia, '2025')],
    ['a special session beside a regular one', of(53, '2025'), special(53, '2025S1')],
    ['another special session of the year', special(53, '2025S1'), special(53, '2025S2')],
    ['years that only overlap', of(34, '2024-2025'), of(34, '2025-2026')],
    ['another legislature', of(2, '34'), of(2, '35')],
    ['another Congress', of(0, '118'), of(0, '119')],
    ['a regular session and a called one of Texas', of(texas, '89'), special(texas, '891')],
    [
      'a special session of both chambers and one of the House',
      special(49, '2023S1', '2023 First Special Session'),
      special(49, '2023 1st House Extraordinary Session'),
    ],
    ['the second special session of Virginia', special(51, '2021 Special I'), special(51, '2021 Special II')],
    [
      'a session to organize and a special one',
      special(12, '2010 Organization Session'),
      special(12, '2010 First Special Session'),
    ],
    [
      'special sessions of two months',
      special(55, '2023S1', 'September 2023 Special Session'),
      special(55, 'January 2023 Special Session'),
    ],
  ])('is not taken for another session: %s', (_, known, incoming) => {
    expect(findVariant([known], incoming)).toBeUndefined();
  });

  it('is left open when several sessions fit', () => {
    const known = [of(53, '2025 A', { startYear: 2025 }), of(53, '2025 B', { startYear: 2025 })];
    expect(findVariant(known, of(53, '2025-2026'))).toBeUndefined();
  });

  it('prefers the session with the same years, then the one that begins in the same year', () => {
    const known = [of(georgia, '2025'), of(georgia, '2026'), of(georgia, '2025-2026')];
    expect(findVariant(known, of(georgia, '2025_26'))).toBe(known[2]);
    expect(findVariant(known.slice(0, 2), of(georgia, '2025_26'))).toBe(known[0]);
  });

  it.each([
    [6, '2025-2026 Regular Session', '20252026'],
    [georgia, '2025_26', '2025'],
    [41, '2025 Regular Session', '2025R1'],
    [texas, '89', '89R'],
    [53, '2025-2026 Regular Session', '2025-2026'],
  ])('of state %i, %s, is the built-in session %s', (stateId, name, identifier) => {
    expect(findVariant(shippedSessions, of(stateId, name))?.identifier).toBe(identifier);
  });
});
