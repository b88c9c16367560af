// Credits and completions are added and voided, never changed (docs/interface/training.md#credits).
import { describe, expect, it } from 'vitest';
import {
  buildCompletion,
  buildCredit,
  type CompletionInput,
  type CreditInput,
  formatCredits,
  isNotVoided,
  isWithinPeriod,
  voidAttributes,
  voidRecord,
} from './credit.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const at = now.toISOString();
const metadata = { version: 1, createdDate: at, modifiedDate: at, schemaVersion: 1 };
const grant: CreditInput = {
  ...{ id: '1', personId: 'm', creditTypeId: 'gen', creditTypeName: 'General', credits: 4 },
  ...{ earnedDate: '2027-02-28', source: 'manual', grantedBy: 'ann' },
};
const record: CompletionInput = {
  ...{ id: '2', personId: 'm', courseId: 'k', courseName: 'Budgets', completedDate: '2027-02-28' },
  ...{ source: 'manual', recordedBy: 'ann' },
};
const action = { by: 'ann', reason: 'Entered twice', day: '2027-03-02', now: later };

it('new credits and completions are at their first version', () => {
  expect(buildCredit(grant, now)).toEqual({ ...grant, type: 'credit', ...metadata });
  expect(buildCompletion(record, now)).toEqual({ ...record, type: 'completion', ...metadata });
});

describe('voided credits', () => {
  const before = buildCredit(grant, now);
  const voided = voidRecord(before, action);
  const attributes = {
    ...{ voidedDate: '2027-03-02', voidedBy: 'ann', voidReason: 'Entered twice' },
    ...{ version: 2, modifiedDate: later.toISOString() },
  };

  it('stay on record with who voided them, when and why, and do not count', () => {
    expect(voided).toEqual({ ...before, ...attributes });
    expect(voidAttributes(voided)).toEqual({ set: attributes });
    expect([isNotVoided(before), isNotVoided(voided)]).toEqual([true, false]);
  });

  it('are not voided again', () => {
    expect(() => voidRecord(voided, action)).toThrow(
      'This credit was already voided on 2027-03-02: Entered twice.',
    );
    const unexplained = { ...buildCompletion(record, now), voidedDate: '2027-03-02' };
    expect(() => voidRecord(unexplained, action)).toThrow(
      'This completion was already voided on 2027-03-02: no reason was given.',
    );
  });
});

it('credits are written as amounts of their types', () => {
  const general = { credits: 4, creditTypeName: 'General' };
  expect(formatCredits([general, { credits: 1.5, creditTypeName: 'Ethics' }])).toBe(
    '4 General and 1.5 Ethics',
  );
});

it.each([
  ['2026-12-31', { startDate: '2027-01-01' }, false],
  ['2027-01-01', { startDate: '2027-01-01' }, true],
  ['2027-12-31', { endDate: '2027-12-31' }, true],
  ['2028-01-01', { endDate: '2027-12-31' }, false],
  ['2028-01-01', { startDate: '2027-01-01', endDate: '2027-12-31' }, false],
  ['1900-01-01', {}, true],
])('%s is within %j, both days inclusive: %s', (day, period, expected) => {
  expect(isWithinPeriod(day, period)).toBe(expected);
});
