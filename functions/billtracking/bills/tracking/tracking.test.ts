// Proves the rules of tracking (docs/interface/billtracking.md#tracking-status).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billPositions, defaultTracking, trackingStatuses } from '../bill.ts';
import { defaultSettings } from '../settings/bill-settings.ts';
import {
  applyTrackingInput,
  diffTracking,
  positionOn,
  type TrackingInput,
  validateEffectiveDate,
  validateTrackingInput,
} from './tracking.ts';

const setting = { setAt: '2026-02-10T17:00:00.000Z', setBy: 'Ada', setById: 'u1' };
const at = (today: string) => ({ settings: defaultSettings, today, setting });
const applyInput = (wish: TrackingInput, before = defaultTracking, today = '2026-02-10') =>
  applyTrackingInput(before, wish, at(today));

describe('tracking a bill', () => {
  it('lets any status follow any', () => {
    for (const from of trackingStatuses)
      for (const to of trackingStatuses)
        expect(
          applyInput({ trackingStatus: to }, { ...defaultTracking, trackingStatus: from }).trackingStatus,
        ).toBe(to);
  });

  it('takes the status from a level, and drops a level that is of another status', () => {
    const own = {
      ...defaultSettings,
      trackingLevels: [
        ...defaultSettings.trackingLevels,
        { trackingLevelId: 9, title: 'Act now', colorCode: '#B3261E', trackingStatus: 'PRIORITY' as const },
      ],
    };
    const urgent = applyTrackingInput(
      defaultTracking,
      { trackingLevelId: 9 },
      { ...at('2026-02-10'), settings: own },
    );
    expect(urgent).toMatchObject({ trackingStatus: 'PRIORITY', trackingLevelId: 9 });
    const calmer = applyTrackingInput(
      urgent,
      { trackingStatus: 'WATCHING' },
      { ...at('2026-02-10'), settings: own },
    );
    expect(calmer).toMatchObject({ trackingStatus: 'WATCHING', trackingLevelId: undefined });
    expect(validateTrackingInput({ trackingLevelId: 9, trackingStatus: 'WATCHING' }, own)[0]?.code).toBe(
      'NOT_ALLOWED',
    );
    expect(validateTrackingInput({ trackingLevelId: 77 }, own)[0]?.code).toBe('UNKNOWN_VALUE');
  });

  it('keeps the history of positions by the day they take effect', () => {
    const support = applyInput({ position: 'SUPPORT', positionEffectiveDate: '2026-02-01' });
    const corrected = applyInput({ position: 'OPPOSE', positionEffectiveDate: '2026-01-15' }, support);
    expect(corrected.positions.map(({ position }) => position)).toEqual(['OPPOSE', 'SUPPORT']);
    expect(corrected.position).toBe('SUPPORT');
    expect(positionOn(corrected.positions, '2026-01-14')).toBe('NO_POSITION');
    expect(positionOn(corrected.positions, '2026-01-31')).toBe('OPPOSE');
    expect(positionOn(corrected.positions, '2026-02-01')).toBe('SUPPORT');
  });

  it('takes no position from a day that is still to come', () => {
    const wish = { position: 'SUPPORT', positionEffectiveDate: '2026-02-11' } as const;
    expect(validateEffectiveDate(wish, '2026-02-10')?.code).toBe('OUT_OF_RANGE');
    expect(validateEffectiveDate(wish, '2026-02-11')).toBeUndefined();
  });

  it('tells old and new value of each change of status and position, and nothing when nothing changes', () => {
    const wish = { trackingStatus: 'PRIORITY', position: 'OPPOSE' } as const;
    const opposed = applyInput(wish);
    expect(diffTracking(defaultTracking, opposed)).toEqual([
      { action: 'BILL_STATUS_CHANGED', oldValue: 'NOT_TRACKED', newValue: 'PRIORITY' },
      {
        action: 'BILL_POSITION_CHANGED',
        oldValue: 'NO_POSITION',
        newValue: 'OPPOSE',
        effectiveFrom: '2026-02-10',
      },
    ]);
    expect(diffTracking(opposed, applyInput(wish, opposed))).toEqual([]);
  });

  it('gives each tag once, whatever its case, and clears with null', () => {
    const tagged = applyInput({ tags: ['Housing', ' housing ', 'Courts', ''], priority: 2 });
    expect(tagged).toMatchObject({ tags: ['Housing', 'Courts'], priority: 2 });
    expect(applyInput({ tags: null, priority: null }, tagged)).toMatchObject({
      tags: [],
      priority: undefined,
    });
    expect(applyInput({}, tagged)).toEqual(tagged);
  });

  it('always holds the position that the history ends with', () => {
    const wish = fc.record({
      position: fc.constantFrom(...billPositions),
      positionEffectiveDate: fc
        .integer({ min: 1, max: 28 })
        .map((day) => `2026-01-${String(day).padStart(2, '0')}`),
    });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 8 }), (wishes) => {
        const end = wishes.reduce((before, one) => applyInput(one, before), defaultTracking);
        const days = end.positions.map(({ effectiveFrom }) => effectiveFrom);
        expect(days).toEqual([...days].sort());
        expect(end.position).toBe(positionOn(end.positions, '2026-02-10'));
      }),
    );
  });
});
