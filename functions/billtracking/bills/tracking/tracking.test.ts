// The rules of tracking (docs/interface/billtracking.md#tracking-status).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billPositions, defaultTracking, trackingStatuses } from '../record/bill.ts';
import { defaultSettings } from '../settings/bill-settings.ts';
import {
  applyTrackingInput,
  diffTracking,
  positionOn,
  type TrackingInput,
  validateEffectiveDate,
  validateTrackingInput,
} from './tracking.ts';

const author = { setAt: '2026-02-10T17:00:00.000Z', setBy: 'Ada', setById: 'u1' };
const buildContext = (today: string) => ({ settings: defaultSettings, today, author });
const applyInput = (input: TrackingInput, before = defaultTracking, today = '2026-02-10') =>
  applyTrackingInput(before, input, buildContext(today));

describe('tracking a bill', () => {
  it('lets any status follow any', () => {
    for (const from of trackingStatuses)
      for (const to of trackingStatuses)
        expect(
          applyInput({ trackingStatus: to }, { ...defaultTracking, trackingStatus: from }).trackingStatus,
        ).toBe(to);
  });

  it('takes the status from a level, and drops a level of another status', () => {
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
      { ...buildContext('2026-02-10'), settings: own },
    );
    expect(urgent).toMatchObject({ trackingStatus: 'PRIORITY', trackingLevelId: 9 });
    const calmer = applyTrackingInput(
      urgent,
      { trackingStatus: 'WATCHING' },
      { ...buildContext('2026-02-10'), settings: own },
    );
    expect(calmer).toMatchObject({ trackingStatus: 'WATCHING', trackingLevelId: undefined });
    expect(validateTrackingInput({ trackingLevelId: 9, trackingStatus: 'WATCHING' }, own)[0]?.code).toBe(
      'NOT_ALLOWED',
    );
    expect(validateTrackingInput({ trackingLevelId: 77 }, own)[0]?.code).toBe('UNKNOWN_VALUE');
  });

  it('orders the history of positions by effective date', () => {
    const support = applyInput({ position: 'SUPPORT', positionEffectiveDate: '2026-02-01' });
    const corrected = applyInput({ position: 'OPPOSE', positionEffectiveDate: '2026-01-15' }, support);
    expect(corrected.positions.map(({ position }) => position)).toEqual(['OPPOSE', 'SUPPORT']);
    expect(corrected.position).toBe('SUPPORT');
    expect(positionOn(corrected.positions, '2026-01-14')).toBe('NO_POSITION');
    expect(positionOn(corrected.positions, '2026-01-31')).toBe('OPPOSE');
    expect(positionOn(corrected.positions, '2026-02-01')).toBe('SUPPORT');
  });

  it('refuses a position with an effective date in the future', () => {
    const input = { position: 'SUPPORT', positionEffectiveDate: '2026-02-11' } as const;
    expect(validateEffectiveDate(input, '2026-02-10')[0]?.code).toBe('OUT_OF_RANGE');
    expect(validateEffectiveDate(input, '2026-02-11')).toEqual([]);
  });

  it('reports old and new value of each change of status and position, and nothing when nothing changes', () => {
    const input = { trackingStatus: 'PRIORITY', position: 'OPPOSE' } as const;
    const opposed = applyInput(input);
    expect(diffTracking(defaultTracking, opposed)).toEqual([
      { action: 'BILL_STATUS_CHANGED', oldValue: 'NOT_TRACKED', newValue: 'PRIORITY' },
      {
        action: 'BILL_POSITION_CHANGED',
        oldValue: 'NO_POSITION',
        newValue: 'OPPOSE',
        effectiveFrom: '2026-02-10',
      },
    ]);
    expect(diffTracking(opposed, applyInput(input, opposed))).toEqual([]);
  });

  it('stores each tag once regardless of case, and clears with null', () => {
    const tagged = applyInput({ tags: ['Housing', ' housing ', 'Courts', ''], priority: 2 });
    expect(tagged).toMatchObject({ tags: ['Housing', 'Courts'], priority: 2 });
    expect(applyInput({ tags: null, priority: null }, tagged)).toMatchObject({
      tags: [],
      priority: undefined,
    });
    expect(applyInput({}, tagged)).toEqual(tagged);
  });

  it('has the position that the history ends with', () => {
    const input = fc.record({
      position: fc.constantFrom(...billPositions),
      positionEffectiveDate: fc
        .integer({ min: 1, max: 28 })
        .map((day) => `2026-01-${String(day).padStart(2, '0')}`),
    });
    fc.assert(
      fc.property(fc.array(input, { maxLength: 8 }), (inputs) => {
        const end = inputs.reduce((before, input) => applyInput(input, before), defaultTracking);
        const days = end.positions.map(({ effectiveFrom }) => effectiveFrom);
        expect(days).toEqual([...days].sort());
        expect(end.position).toBe(positionOn(end.positions, '2026-02-10'));
      }),
    );
  });
});
