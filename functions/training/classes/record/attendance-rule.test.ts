import { describe, expect, it } from 'vitest';
import { type AttendanceRule, computeShare, creditsForShare, meetsMinimum } from './attendance-rule.ts';

const proportional: AttendanceRule = {
  kind: 'proportional',
  minimumShare: 50,
  roundingStep: 0.5,
  roundingMode: 'down',
};
const session = (id: string, hours: number) => ({
  id,
  date: '2026-03-02',
  startTime: '09:00',
  endTime: '12:00',
  startsAt: '2026-03-02T09:00:00.000Z',
  endsAt: new Date(Date.UTC(2026, 2, 2, 9 + hours)).toISOString(),
});

describe('the share of a class', () => {
  const sessions = [session('a', 1), session('b', 3)];

  it('weighs sessions by their length', () => {
    expect(computeShare(sessions, [entry('a', 0), entry('b', 180)])).toEqual({ attended: 180, total: 240 });
  });

  it('is unknown while a session has no entry', () => {
    expect(computeShare(sessions, [entry('a', 60)])).toBeUndefined();
  });

  it('ignores sessions that no longer exist, and time beyond the end of one', () => {
    const entries = [entry('a', 90), entry('b', 0), entry('gone', 500)];
    expect(computeShare(sessions, entries)).toEqual({ attended: 60, total: 240 });
  });
});

const entry = (sessionId: string, minutes: number) => ({ sessionId, minutes });

describe('credits for a share', () => {
  it.each([
    // kind, minimum, step, mode, attended of 240, credits of 6
    ['threshold', 80, 0.5, 'down', 192, 6],
    ['threshold', 80, 0.5, 'down', 191, 0],
    ['proportional', 50, 0.5, 'down', 119, 0],
    ['proportional', 50, 0.5, 'down', 120, 3],
    ['proportional', 50, 0.5, 'down', 170, 4],
    ['proportional', 50, 0.5, 'nearest', 170, 4.5],
    ['proportional', 50, 0.25, 'nearest', 170, 4.25],
    ['proportional', 50, 0.01, 'nearest', 161, 4.03],
    ['proportional', 1, 1, 'nearest', 239, 6],
    ['proportional', 100, 0.5, 'down', 240, 6],
  ] as const)('%s from %i %, in steps of %d, rounded %s: %i of 240 minutes', (...example) => {
    const [kind, minimumShare, roundingStep, roundingMode, attended, credits] = example;
    const rule = { kind, minimumShare, roundingStep, roundingMode };
    expect(creditsForShare(rule, { attended, total: 240 }, 6)).toBe(credits);
  });

  it('is never more than the class earns', () => {
    expect(
      creditsForShare(
        { ...proportional, roundingMode: 'nearest', roundingStep: 1 },
        { attended: 230, total: 240 },
        1.25,
      ),
    ).toBe(1);
    expect(
      creditsForShare(
        { ...proportional, roundingMode: 'nearest', roundingStep: 1 },
        { attended: 239, total: 240 },
        2.75,
      ),
    ).toBe(2.75);
  });

  it('the minimum is met by exactly the share', () => {
    expect(meetsMinimum(proportional, { attended: 1, total: 2 })).toBe(true);
    expect(meetsMinimum(proportional, { attended: 49, total: 100 })).toBe(false);
  });
});
