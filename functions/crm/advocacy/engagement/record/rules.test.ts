// The rules of the engagement score by examples (docs/interface/crm.md#engagement).
import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  evaluateRule,
  evaluateRules,
  type Occurrence,
  PERSON_RULES,
  type RuleSetting,
  sumPoints,
} from './rules.ts';

const today = '2026-07-01';
const contacts: RuleSetting = { isEnabled: true, points: 5, cap: 50, days: 365, decay: 'none' };
const on = (...dates: string[]): Occurrence[] => dates.map((date) => ({ date }));

describe('a rule', () => {
  it.each<[string, Partial<RuleSetting>, Occurrence[], number, string]>([
    [
      'counts what happened within its days',
      {},
      on('2026-06-30', '2026-01-15', '2025-07-02'),
      15,
      '3 contacts with officials in 365 days x 5 = 15',
    ],
    [
      'counts today, the first day of its window, and nothing before or after',
      { days: 10 },
      on('2026-07-01', '2026-06-22', '2026-06-21', '2026-07-02'),
      10,
      '2 contacts with officials in 10 days x 5 = 10',
    ],
    ['says of one that it is one', {}, on('2026-06-30'), 5, '1 contact with an official in 365 days x 5 = 5'],
    ['says of none that there are none', {}, [], 0, '0 contacts with officials in 365 days x 5 = 0'],
    [
      'has at most its cap, and says so',
      { cap: 12 },
      on('2026-06-30', '2026-06-29', '2026-06-28'),
      12,
      '3 contacts with officials in 365 days x 5 = 15, of which at most 12 count',
    ],
    [
      'lets what happened count less from day to day',
      { days: 100, decay: 'linear' },
      on('2026-07-01', '2026-05-12'),
      7.5,
      '2 contacts with officials in 100 days, by their age 1.5, x 5 = 7.5',
    ],
  ])('%s', (_, setting, occurrences, points, explanation) => {
    expect(evaluateRule('contacts', { ...contacts, ...setting }, occurrences, today)).toMatchObject({
      ...{ points, explanation },
    });
  });

  it('counts relationships by their strength', () => {
    const setting = { ...defaultSettings.relationships, points: 3 };
    expect(evaluateRule('relationships', setting, [{ weight: 4 }, { weight: 3 }], today)).toEqual({
      ...{ rule: 'relationships', count: 2, points: 21 },
      explanation: '2 relationships with officials of strength 4 + 3 = 7 x 3 = 21',
    });
    expect(evaluateRule('relationships', setting, [], today).explanation).toBe(
      '0 relationships with officials x 3 = 0',
    );
  });
});

describe('a score', () => {
  it('is of what the tenant has enabled, and of nothing else', () => {
    const occurrences = { contacts: on('2026-06-30'), groups: [{}, {}] };
    expect(evaluateRules(PERSON_RULES, defaultSettings, occurrences, today)).toEqual([]);
    const settings = { ...defaultSettings, groups: { ...defaultSettings.groups, isEnabled: true } };
    const contributions = evaluateRules(PERSON_RULES, settings, occurrences, today);
    expect(contributions).toEqual([
      { rule: 'groups', count: 2, points: 4, explanation: '2 group memberships x 2 = 4' },
    ]);
  });

  it('is the sum of the points that the rules show', () => {
    const of = (points: number) => ({ rule: 'groups' as const, count: 1, points, explanation: '' });
    expect(sumPoints([of(0.1), of(0.2), of(7.5)])).toBe(7.8);
  });
});
