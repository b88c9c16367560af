// Credit rules as boards write them (docs/interface/training.md#credit-rules). Each worked example names its source.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditModes } from '../../../attendance-mode.ts';
import { parseCreditRules } from '../../../awards/curriculum/credit-rules.ts';
import type { CreditRulesInput } from '../../../awards/curriculum/credit-rules-schemas.ts';
import type { CreditRules } from '../../../awards/record/credit-rules.ts';
import { computeTermShare, evaluateCreditRules, type Term, type TermCredit } from './credit-rules.ts';
import { describeCreditRules, describeMissingRules } from './describe-credit-rules.ts';

const names = {
  courses: new Map(),
  creditTypes: new Map([
    ['general', 'General'],
    ['ethics', 'Ethics'],
    ['auditing', 'Accounting and Auditing'],
    ['bias', 'Diversity'],
    ['cyber', 'Cybersecurity'],
    ['ceu', 'CEU'],
    ['medical', 'Medical Errors'],
  ]),
};

const rules = (more: Partial<CreditRules> = {}): CreditRules => ({
  ...{ total: 40, limits: [], conversions: [], requiredCourseIds: [] },
  ...more,
});
const credit = (credits: number, creditTypeId = 'general', more: Partial<TermCredit> = {}): TermCredit => ({
  ...{ id: `${creditTypeId} ${credits}`, creditTypeId, credits, earnedDate: '2027-05-01' },
  ...more,
});
const evaluate = (of: CreditRules, credits: readonly TermCredit[], more: Partial<Term> = {}) =>
  evaluateCreditRules(of, { credits, ...more });
const sentences = (of: CreditRules, credits: readonly TermCredit[], more: Partial<Term> = {}) =>
  describeCreditRules(evaluate(of, credits, more), names).map(({ sentence }) => sentence);
const selfStudy = { attendanceMode: 'selfStudy' } as const;

describe('40 credits, at least 4 in ethics, at most 10 by self-study', () => {
  const board = rules({
    limits: [
      { creditTypeIds: ['ethics'], minimum: 4 },
      { attendanceModes: ['selfStudy'], maximum: 10 },
    ],
  });

  it.each([
    [10, true, 40, 0],
    [10.01, true, 40, 0.01],
    [12, true, 40, 2],
    [9.99, false, 39.99, 0],
  ])('with %d by self-study: complete %s, %d count, %d do not', (amount, isComplete, counted, notCounted) => {
    const result = evaluate(board, [credit(26), credit(4, 'ethics'), credit(amount, 'general', selfStudy)]);
    expect(result).toMatchObject({ isComplete, counted });
    expect(describeCreditRules(result, names).at(-1)).toMatchObject({ rule: 'Maximum', notCounted });
  });

  it.each([
    [3.99, false],
    [4, true],
  ])('with %d in ethics: complete %s', (amount, isComplete) => {
    expect(evaluate(board, [credit(40), credit(amount, 'ethics')]).isComplete).toBe(isComplete);
  });

  it('chooses the self-study that counts for the person: ethics before what is enough already', () => {
    const credits = [credit(36), credit(10, 'general', selfStudy), credit(4, 'ethics', selfStudy)];
    expect(evaluate(board, credits)).toMatchObject({ isComplete: true, counted: 46, earned: 50 });
  });

  it('says each rule in a sentence with its figures', () => {
    const credits = [credit(20), credit(2.5, 'ethics'), credit(12, 'general', selfStudy)];
    expect(sentences(board, credits)).toEqual([
      '40 credits are needed in all: 32.5 of 34.5 earned count, 7.5 are missing.',
      'At least 4 Ethics credits are needed: 2.5 count, 1.5 are missing.',
      'At most 10 self-study credits count: 12 were earned, 2 do not count.',
    ]);
    expect(describeMissingRules(evaluate(board, credits), names)).toEqual([
      '7.5 more credits',
      '1.5 more Ethics credits',
    ]);
  });

  it('says one credit in the singular', () => {
    const one = rules({ total: 1, limits: [{ creditTypeIds: ['ethics'], minimum: 1, maximum: 1 }] });
    expect(sentences(one, [credit(1, 'ethics')])).toEqual([
      '1 credit is needed in all: 1 of 1 earned counts.',
      'At least 1 Ethics credit is needed: 1 counts.',
      'At most 1 Ethics credit counts: 1 was earned.',
    ]);
  });

  it('puts credits without a mode into no limit of modes', () => {
    expect(evaluate(board, [credit(40)])).toMatchObject({ counted: 40, limits: [{}, { earned: 0 }] });
  });

  it('adds decimals exactly', () => {
    const exact = rules({ total: 0.3 });
    expect(evaluate(exact, [credit(0.1), credit(0.2)])).toMatchObject({ counted: 0.3, missing: 0 });
    expect(evaluate(exact, [credit(0.1), credit(0.19)])).toMatchObject({ counted: 0.29, missing: 0.01 });
  });

  it('counts self-reported credits only up to the limit of the tenant', () => {
    const reported = [credit(6, 'general', { source: 'selfReported' }), credit(30)];
    const limited = (period: 'Term' | 'CalendarYear', credits = reported) =>
      evaluate(board, credits, { selfReportedLimits: [{ creditTypeId: 'general', maximum: 5, period }] });
    expect(limited('Term')).toMatchObject({ counted: 35, earned: 36 });
    const later = credit(6, 'general', { source: 'selfReported', earnedDate: '2028-01-01' });
    expect(limited('CalendarYear', [...reported, later]).counted).toBe(40);
    expect(limited('Term', [...reported, later]).counted).toBe(35);
  });
});

it('the example of the documentation reads as it says', () => {
  const text = readFileSync(new URL('../../../../../docs/interface/training.md', import.meta.url), 'utf8');
  const [, example = ''] = /## Credit rules.*?```json\n(.*?)```/s.exec(text) ?? [];
  const ethicsId = '0a8c1b52-7d0f-4f2e-9b1e-2f6f8f3c9d10';
  const sent: { renewalCreditRules: CreditRulesInput } = JSON.parse(example.replaceAll(ethicsId, 'ethics'));
  const credits = [
    credit(20.3, 'general', { attendanceMode: 'onSite' }),
    ...[credit(12, 'general', selfStudy), credit(2.5, 'ethics')],
  ];
  for (const sentence of sentences(parseCreditRules(sent.renewalCreditRules), credits))
    expect(text).toContain(`- ${sentence}`);
});

describe('NASBA', () => {
  // NASBA Registry, CPE Requirements, Alabama (nasbaregistry.org/cpe-requirements/alabama, revised 2025-12-02): "40 hours",
  // "2 hours in Ethics", "8 hours in Accounting and Auditing", each year. Statement on Standards for CPE Programs, Standard
  // No. 16 (nasba.org/blog/2016/08/31/cpe-standards-revisions-approved): one 50-minute period is one credit, and after the
  // first credit fifths may be awarded, rounded down. An hour of 60 minutes is 1.2 credits.
  const alabama = rules({
    total: 40,
    limits: [
      { creditTypeIds: ['ethics'], minimum: 2 },
      { creditTypeIds: ['auditing'], minimum: 8 },
    ],
    rounding: { unit: 0.2, direction: 'down' },
  });

  it.each([
    [1.99, 8, false],
    [2, 8, true],
    [2, 7.99, false],
  ])('Alabama with %d in ethics and %d in auditing: complete %s', (ethics, auditing, isComplete) => {
    const credits = [credit(30), credit(ethics, 'ethics'), credit(auditing, 'auditing')];
    expect(evaluate(alabama, credits).isComplete).toBe(isComplete);
  });

  it.each([
    [1.19, 1],
    [1.2, 1.2],
    [1.39, 1.2],
  ])('a program of %d credits gives %d, by fifths', (amount, counted) => {
    expect(evaluate(alabama, [credit(amount)]).counted).toBe(counted);
  });

  it('says what rounding takes off', () => {
    expect(sentences(alabama, [credit(1.19), credit(1.39)]).at(-1)).toBe(
      'Each entry of credits is rounded down to a multiple of 0.2: 0.38 credits do not count.',
    );
  });

  it('counts hours of 60 minutes as credits of 50', () => {
    const byHour = { ...alabama, conversions: [{ creditTypeId: 'general', factor: 1.2 }] };
    expect(evaluate(byHour, [credit(1), credit(0.83)]).counted).toBe(2);
  });
});

describe('IACET', () => {
  // One CEU is ten contact hours, in tenths: 30 minutes are 0.05, rounded to the nearest tenth, 0.1 (IACET, Six Steps to
  // Submitting CEU Calculations, of ANSI/IACET 1-2018, element 6.4).
  const ceus = rules({
    total: 4,
    conversions: [{ creditTypeId: 'general', factor: 0.1 }],
    rounding: { unit: 0.1, direction: 'nearest' },
  });

  it.each([
    [0.49, 0],
    [0.5, 0.1],
    [1.49, 0.1],
    [1.5, 0.2],
    [17, 1.7],
  ])('%d contact hours are %d CEU', (hours, counted) => {
    expect(evaluate(ceus, [credit(hours)]).counted).toBe(counted);
  });

  // Utah Admin. Code R156-75-304(2): "Continuing education shall consist of 40 hours (4 CEUs)" in two years.
  it('40 hours are the 4 CEUs that Utah requires, and 39.4 are not', () => {
    expect(evaluate(ceus, [credit(40)]).isComplete).toBe(true);
    expect(evaluate(ceus, [credit(39.4)])).toMatchObject({ isComplete: false, missing: 0.1 });
  });

  it('a board of hours counts a CEU as ten', () => {
    const hours = rules({ total: 40, conversions: [{ creditTypeId: 'ceu', factor: 10 }] });
    expect(evaluate(hours, [credit(3.7, 'ceu'), credit(3)])).toMatchObject({ counted: 40, isComplete: true });
  });
});

describe('the bar of New York', () => {
  // 22 NYCRR 1500.22(a): 24 credit hours in two years, at least 4 in ethics and professionalism, 1 in diversity, and 1 in
  // cybersecurity. (c): who has more than 24 may carry over at most six to the next biennial reporting cycle.
  const newYork = rules({
    total: 24,
    limits: [
      { creditTypeIds: ['ethics'], minimum: 4 },
      { creditTypeIds: ['bias'], minimum: 1 },
      { creditTypeIds: ['cyber'], minimum: 1 },
    ],
    carryOver: { maximum: 6 },
  });
  const needed = [credit(4, 'ethics'), credit(1, 'bias'), credit(1, 'cyber')];

  it.each([
    [17.99, false, 0],
    [18, true, 0],
    [18.5, true, 0.5],
    [24, true, 6],
    [24.01, true, 6],
  ])('with %d other credits: complete %s, %d are carried over', (amount, isComplete, carried) => {
    const result = evaluate(newYork, [...needed, credit(amount)]);
    expect(result.isComplete).toBe(isComplete);
    expect(result.surplus.reduce((sum, { credits }) => sum + credits, 0)).toBe(carried);
  });

  it('carries over none of what a minimum needs, and nothing of a term that lacks something', () => {
    const ethicsLast = [credit(22), credit(6, 'ethics', { earnedDate: '2027-12-31' }), ...needed.slice(1)];
    expect(evaluate(newYork, ethicsLast).surplus).toEqual([
      { creditId: 'ethics 6', credits: 2 },
      { creditId: 'general 22', credits: 4 },
    ]);
    expect(evaluate(newYork, [credit(30), credit(3.5, 'ethics'), ...needed.slice(1)]).surplus).toEqual([]);
  });

  it('counts what was carried over first, once, and does not carry it over again', () => {
    const carriedOver = [{ credit: credit(6), credits: 6 }];
    const result = evaluate(newYork, [...needed, credit(14)], { carriedOver });
    expect(result).toMatchObject({ counted: 26, carriedOver: 6, surplus: [{ credits: 2 }] });
    expect(evaluate(newYork, needed, { carriedOver: [{ credit: credit(30), credits: 30 }] }).surplus).toEqual(
      [...needed.slice(0, 0)],
    );
    expect(sentences(newYork, needed, { carriedOver }).at(-1)).toBe(
      '6 credits were carried over from the term before.',
    );
  });

  it('carries over only the types that may be', () => {
    const some = { ...newYork, carryOver: { maximum: 6, creditTypeIds: ['ethics'] } };
    expect(evaluate(some, [credit(30), credit(5, 'ethics'), ...needed.slice(1)]).surplus).toEqual([
      { creditId: 'ethics 5', credits: 1 },
    ]);
  });
});

describe('the bar of California', () => {
  // Rules of the State Bar of California, Title 2, Rule 2.72 (mcle.calbar.ca.gov/Attorneys/Requirements.aspx): 25 hours in
  // 36 months, of which 4 in legal ethics, and at most 12.5 by self-study; (C): in proportion for a part of the 36 months.
  const california = rules({
    total: 25,
    limits: [
      { creditTypeIds: ['ethics'], minimum: 4 },
      { attendanceModes: ['selfStudy'], maximum: 12.5 },
    ],
    proration: {
      countsPartialMonths: true,
      reducesLimits: true,
      rounding: { unit: 0.5, direction: 'nearest' },
    },
  });

  it.each([
    [12.5, 12.5, true],
    [12.5, 12.49, false],
    [12.51, 12.5, true],
    [13, 12, false],
  ])('%d by self-study and %d others: complete %s', (byself, others, isComplete) => {
    const credits = [
      credit(byself, 'general', selfStudy),
      credit(4, 'ethics', { attendanceMode: 'onSite' }),
      credit(others - 4, 'general', { attendanceMode: 'onSite' }),
    ];
    expect(evaluate(california, credits).isComplete).toBe(isComplete);
  });

  it('half a term needs half, by half hours', () => {
    const share = { months: 18, ofMonths: 36 };
    expect(evaluate(california, [], { share })).toMatchObject({
      ...{ needed: 12.5, limits: [{ minimum: 2 }, { maximum: 6.5 }] },
    });
    expect(sentences(california, [], { share })).toContain(
      'The first term has 18 of 36 months, so that 12.5 of 25 credits are needed.',
    );
  });
});

describe('the nursing board of Florida', () => {
  // Florida Board of Nursing, Help Center, "How many contact hours do I need for a full biennium?": 24 hours in 24 months,
  // among them 2 on the prevention of medical errors. Rule 64B9-5.002, F.A.C.: in a first term one hour for each calendar
  // month of it, a part of a month among them. Rule 64B9-5.001(4): half hours.
  const florida = rules({
    total: 24,
    limits: [{ creditTypeIds: ['medical'], minimum: 2 }],
    rounding: { unit: 0.5, direction: 'down' },
    proration: { countsPartialMonths: true, reducesLimits: false, rounding: { unit: 1, direction: 'down' } },
  });

  it.each([
    ['2027-05-01', 24],
    ['2027-05-02', 24],
    ['2027-06-01', 23],
    ['2027-06-02', 23],
    ['2028-02-29', 15],
  ])('licensed on %s until 2029-04-30: %d months', (validFrom, months) => {
    const share = computeTermShare({ validFrom, validThrough: '2029-04-30' }, 24, true);
    expect(share?.months ?? 24).toBe(months);
  });

  it('needs one hour for each month of the first term, and the hours on medical errors in full', () => {
    const share = { months: 15, ofMonths: 24 };
    const result = (general: number) => evaluate(florida, [credit(general), credit(2, 'medical')], { share });
    expect(result(13)).toMatchObject({ needed: 15, isComplete: true });
    expect(result(12.99)).toMatchObject({ needed: 15, counted: 14.5, isComplete: false });
    expect(evaluate(florida, [credit(15)], { share }).limits).toMatchObject([{ minimum: 2, missing: 2 }]);
  });
});

describe('the months of a first term', () => {
  const share = (validFrom: string, validThrough: string, partial: boolean) =>
    computeTermShare({ validFrom, validThrough }, 12, partial)?.months;
  it.each([
    ['2027-01-15', '2027-06-14', 5, 5],
    ['2027-01-15', '2027-06-15', 5, 6],
    ['2027-01-15', '2027-06-13', 4, 5],
    ['2027-01-01', '2027-12-30', 11, undefined],
    ['2027-01-01', '2027-12-31', undefined, undefined],
    ['2027-01-01', '2027-01-01', 0, 1],
  ])('from %s through %s: %s whole ones, %s with parts', (from, through, whole, parts) => {
    expect([share(from, through, false), share(from, through, true)]).toEqual([whole, parts]);
  });
});

describe('whatever is earned', () => {
  const types = ['general', 'ethics', 'bias'] as const;
  const amount = fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 100);
  const credits = fc.array(
    fc.record({
      id: fc.uuid(),
      creditTypeId: fc.constantFrom(...types),
      credits: fc.integer({ min: 1, max: 1500 }).map((cents) => cents / 100),
      earnedDate: fc.constantFrom('2027-01-01', '2027-06-01', '2028-03-01'),
      source: fc.constantFrom('attendance', 'selfReported'),
      attendanceMode: fc.option(fc.constantFrom(...creditModes), { nil: undefined }),
    }),
    { maxLength: 12 },
  );
  const bounds = fc.record({
    minimum: fc.option(amount, { nil: undefined }),
    maximum: fc.option(amount, { nil: undefined }),
  });
  const anyRules = fc
    .record({
      total: amount,
      limits: fc.tuple(
        bounds.map((limit) => ({ creditTypeIds: ['ethics', 'bias'], ...limit })),
        bounds.map((limit) => ({ creditTypeIds: ['ethics'], ...limit })),
        bounds.map((limit) => ({ attendanceModes: ['selfStudy', 'online'] as const, ...limit })),
        bounds.map((limit) => ({
          attendanceModes: ['online'] as const,
          creditTypeIds: ['ethics'],
          ...limit,
        })),
        bounds.map((limit) => ({ attendanceModes: ['onSite'] as const, ...limit })),
      ),
      conversions: fc.constantFrom([], [{ creditTypeId: 'ethics', factor: 1.2 }]),
      rounding: fc.constantFrom(
        undefined,
        ...(['down', 'nearest', 'up'] as const).map((direction) => ({ unit: 0.2, direction })),
      ),
      carryOver: fc.record({
        maximum: amount,
        creditTypeIds: fc.constantFrom(undefined, ['ethics', 'general']),
      }),
      requiredCourseIds: fc.constant([]),
    })
    .map((generated): CreditRules => generated);
  const selfReportedLimits = fc.constantFrom(
    [],
    [{ creditTypeId: 'ethics', maximum: 3, period: 'Term' } as const],
    [{ creditTypeId: 'general', maximum: 5.5, period: 'CalendarYear' } as const],
  );

  it('no more counts than is earned, and no limit is exceeded', () => {
    fc.assert(
      fc.property(anyRules, credits, selfReportedLimits, (of, earned, limits) => {
        const result = evaluate(of, earned, { selfReportedLimits: limits });
        expect(result.counted).toBeLessThanOrEqual(result.earned);
        for (const { counted, maximum = Number.POSITIVE_INFINITY, earned: among } of result.limits)
          expect(counted).toBeLessThanOrEqual(Math.min(maximum, among));
      }),
      { numRuns: 400 },
    );
  });

  it('more credits never make less of what is needed, and never undo what is complete', () => {
    fc.assert(
      fc.property(anyRules, credits, credits, selfReportedLimits, (of, earned, more, limits) => {
        const [before, after] = [earned, [...more, ...earned]].map((all) =>
          evaluate(of, all, { selfReportedLimits: limits }),
        );
        if (!before || !after) throw new Error('nothing was evaluated');
        const sumMissing = (result: typeof before) =>
          Math.round((result.missing + result.limits.reduce((sum, { missing }) => sum + missing, 0)) * 100);
        expect(sumMissing(after)).toBeLessThanOrEqual(sumMissing(before));
        if (before.isComplete) expect(after.isComplete).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('the order of the credits does not matter', () => {
    fc.assert(
      fc.property(anyRules, credits, (of, earned) => {
        const { isComplete, counted } = evaluate(of, earned);
        expect(evaluate(of, earned.toReversed())).toMatchObject({ isComplete, counted });
      }),
    );
  });

  it('what is carried over is at most the maximum, is of credits that counted, and the term is complete without it', () => {
    fc.assert(
      fc.property(anyRules, credits, (of, earned) => {
        const { surplus, counted, needed } = evaluate(of, earned);
        const sum = Math.round(surplus.reduce((all, { credits: carried }) => all + carried, 0) * 100);
        expect(sum).toBeLessThanOrEqual(Math.round((of.carryOver?.maximum ?? 0) * 100));
        expect(sum).toBeLessThanOrEqual(Math.max(0, Math.round((counted - needed) * 100)));
        expect(new Set(surplus.map(({ creditId }) => creditId)).size).toBe(surplus.length);
      }),
      { numRuns: 400 },
    );
  });

  it('credits are used once: what is carried over and what stays are no more than what counted', () => {
    fc.assert(
      fc.property(anyRules, credits, credits, (of, first, second) => {
        const { surplus } = evaluate(of, first);
        const byId = new Map(first.map((entry) => [entry.id, entry]));
        const carriedOver = surplus.flatMap(({ creditId, credits: carried }) => {
          const found = byId.get(creditId);
          return found ? [{ credit: found, credits: carried }] : [];
        });
        const next = evaluate(of, second, { carriedOver });
        const carried = surplus.reduce((sum, entry) => sum + entry.credits, 0);
        expect(Math.round(next.carriedOver * 100)).toBeLessThanOrEqual(Math.round(carried * 100));
        for (const { creditId } of next.surplus) expect(byId.has(creditId)).toBe(false);
      }),
    );
  });

  it('an entry is rounded to a multiple of the unit, less than one unit away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 1, max: 1000 }),
        fc.constantFrom('down' as const, 'nearest' as const, 'up' as const),
        (cents, unit, direction) => {
          const of = rules({ total: 0, rounding: { unit: unit / 100, direction } });
          const counted = Math.round(evaluate(of, [credit(cents / 100)]).counted * 100);
          expect(counted % unit).toBe(0);
          const off = counted - cents;
          if (direction === 'down') expect(off <= 0 && off > -unit).toBe(true);
          if (direction === 'up') expect(off >= 0 && off < unit).toBe(true);
          if (direction === 'nearest') expect(2 * off <= unit && 2 * off > -unit - 1).toBe(true);
        },
      ),
    );
  });
});
