// Credits that earned a certification never count again for its renewal (docs/interface/training.md#credits).
import { describe, expect, it } from 'vitest';
import { excludeCountedCredits, listCountedCredits } from './counted-credits.ts';

const credit = (id: string | undefined, more = {}) => ({
  ...{ id, creditTypeId: 'gen', credits: 1, earnedDate: '2027-01-01' },
  ...more,
});

describe('the credits that earn a certification', () => {
  it.each([
    [credit('1'), ['1']],
    [credit('1', { earnedDate: '2026-12-31' }), []],
    [credit('1', { earnedDate: '2027-01-02' }), []],
    [credit('1', { voidedDate: '2027-02-01' }), []],
    [credit('1', { creditTypeId: 'other' }), []],
    [credit(undefined), []],
  ])('%j are %j', (sent, ids) => {
    const required = [
      { creditTypeId: 'x', credits: 1 },
      { creditTypeId: 'gen', credits: 1 },
    ];
    expect(
      listCountedCredits(required, undefined, { credits: [sent], completions: [] }, '2027-01-01'),
    ).toEqual(ids);
    expect(listCountedCredits([], undefined, { credits: [sent], completions: [] }, '2027-01-01')).toEqual([]);
  });
});

describe('the evidence for a renewal', () => {
  const certification = { awardedDate: '2027-01-01', createdDate: '2027-01-01T12:00:00.000Z' };
  const keeps = (sent: ReturnType<typeof credit>, countedCreditIds?: string[]) =>
    excludeCountedCredits({ credits: [sent], completions: [] }, { ...certification, countedCreditIds })
      .credits.length === 1;

  it.each([
    [credit('1'), ['1'], false],
    [credit('2'), ['1'], true],
    [credit(undefined), ['1'], true],
    [credit('1', { earnedDate: '2027-01-02' }), ['1'], true],
  ])('of %j, counted %j: %s', (sent, counted, expected) => {
    expect(keeps(sent, counted)).toBe(expected);
  });

  it.each([
    [undefined, false],
    ['2027-01-01T12:00:00.000Z', false],
    ['2027-01-01T12:00:00.001Z', true],
  ])(
    'of a certification from before they were recorded, of credits granted at %s: %s',
    (createdDate, kept) => {
      expect(keeps(credit('1', { createdDate }))).toBe(kept);
    },
  );

  it('keeps completions and limits', () => {
    const completions = [{ courseId: 'k', completedDate: '2027-01-01' }];
    expect(excludeCountedCredits({ credits: [], completions }, certification)).toEqual({
      ...{ credits: [], completions },
    });
  });
});
