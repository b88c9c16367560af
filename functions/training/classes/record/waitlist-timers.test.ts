// When a waitlist is looked at (docs/interface/training.md#waitlist).
import { describe, expect, it } from 'vitest';
import { buildClassItem, openUnusedTenant } from '../../../../test/training/records/build-records.ts';
import { parseTimerClassId, setPromotionTimer, setWaitlistTimers } from './waitlist-timers.ts';

const tenant = openUnusedTenant();
const fee = { memberFee: 0, nonMemberFee: 0 };
const item = buildClassItem({
  early: { ...fee, endsAt: '2027-03-01T00:00:00.000Z' },
  standard: { ...fee, endsAt: '2027-04-01T00:00:00.000Z' },
  late: { ...fee, endsAt: '2027-05-01T00:00:00.000Z' },
});
const closes = { kind: 'waitlist-closes', dueAt: '2027-05-01T00:00:00.000Z' };
const promotes = (dueAt: string) => ({ kind: 'promote-waitlist', dueAt });
const list = (now: string) =>
  setWaitlistTimers(tenant, item, new Date(now)).map(({ action }) => {
    const { kind, dueAt } = action.Put?.Item ?? {};
    return { kind, dueAt };
  });

describe('the timers of a waitlist', () => {
  it.each([
    [
      '2027-02-01T00:00:00.000Z',
      [promotes('2027-03-01T00:00:00.000Z'), promotes('2027-04-01T00:00:00.000Z')],
    ],
    [
      '2027-02-28T23:59:59.999Z',
      [promotes('2027-03-01T00:00:00.000Z'), promotes('2027-04-01T00:00:00.000Z')],
    ],
    ['2027-03-01T00:00:00.000Z', [promotes('2027-04-01T00:00:00.000Z')]],
    ['2027-04-01T00:00:00.000Z', []],
  ])('at %s are its closing, and the later ends of phases before it', (now, promotions) => {
    expect(list(now)).toEqual([closes, ...promotions]);
  });

  it('name their class and moment, so that each is set once', () => {
    const subjects = setWaitlistTimers(tenant, item, new Date('2027-02-01')).map(
      ({ action }) => action.Put?.Item?.subject,
    );
    expect(subjects).toEqual([
      'c#2027-05-01T00:00:00.000Z',
      'c#2027-03-01T00:00:00.000Z',
      'c#2027-04-01T00:00:00.000Z',
    ]);
    expect(subjects.map((subject) => parseTimerClassId({ subject: String(subject) }))).toEqual([
      'c',
      'c',
      'c',
    ]);
    expect(parseTimerClassId({ subject: 'c' })).toBe('c');
  });

  it('include one for more room', () => {
    const { action } = setPromotionTimer(tenant, 'c', new Date('2027-02-01T00:00:00.000Z'));
    expect(action.Put?.Item).toMatchObject({ ...promotes('2027-02-01T00:00:00.000Z'), subject: 'c' });
  });
});
