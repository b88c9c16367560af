// Lines of the activity log (docs/interface/billtracking.md#activity-log).
import { describe, expect, it } from 'vitest';
import { buildLine, lineSortKey, parseActivity } from './line.ts';

const now = new Date('2027-01-15T10:00:00.000Z');
const activity = { userId: 'u', action: 'VIEW_BILL', entityType: 'BILL', entityId: '1' };
const parse = (more: object) => parseActivity({ ...activity, ...more }, undefined, now);

describe('an activity', () => {
  it('is at most five minutes ahead of the clock', () => {
    expect(parse({ timestamp: '2027-01-15T10:05:00Z' }).timestamp).toBe('2027-01-15T10:05:00.000Z');
    expect(() => parse({ timestamp: '2027-01-15T10:05:00.001Z' })).toThrow('timestamp must not be after now');
  });

  it('is in UTC when its time has no offset', () => {
    expect(parse({ timestamp: '2027-01-15T09:00:00' }).timestamp).toBe('2027-01-15T09:00:00.000Z');
    expect(parse({ timestamp: '2027-01-15T09:00:00+02:00' }).timestamp).toBe('2027-01-15T07:00:00.000Z');
  });

  it('has at most 8,192 bytes of further facts, as JSON', () => {
    // {"note":""} has 11 bytes, and é two.
    const note = `${'é'.repeat(4090)}x`;
    expect(() => parse({ metadata: { note } })).not.toThrow();
    expect(() => parse({ metadata: { note: `${note}x` } })).toThrow(
      'at most 8192 bytes as JSON, but has 8193',
    );
  });
});

it('lines are in the order of their time, then of their arrival, then of their place in a transaction', () => {
  const line = (timestamp: string | undefined, savedAt: string, place: number) =>
    lineSortKey(buildLine({ ...activity, isSystem: false, timestamp }, 'id', new Date(savedAt), place));
  const keys = [
    line('2027-01-15T09:00:00.000Z', '2027-01-15T10:00:00Z', 2),
    line('2027-01-15T09:00:00.000Z', '2027-01-15T10:00:00Z', 10),
    line('2027-01-15T09:00:00.000Z', '2027-01-15T11:00:00Z', 0),
    line(undefined, '2027-01-15T09:30:00Z', 0),
  ];
  expect(keys.toSorted()).toEqual(keys);
});
