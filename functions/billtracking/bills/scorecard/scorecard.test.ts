// How votes compare with the position held when they were taken (docs/interface/billtracking.md#scorecard).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billPositions, type HeldPosition, type RollCall, voteTypes } from '../record/bill.ts';
import {
  buildScorecard,
  computeScore,
  countMarks,
  markVote,
  positionHeldAt,
  type ScoredBill,
} from './scorecard.ts';

const zone = 'America/Los_Angeles';
const buildPosition = (
  position: HeldPosition['position'],
  effectiveFrom: string,
  setAt = `${effectiveFrom}T18:00:00Z`,
): HeldPosition => ({ position, effectiveFrom, setAt, setBy: 'Ada', setById: 'u1' });
const buildVote = (name: string, voteType: (typeof voteTypes)[number], personId?: string) => ({
  name,
  voteType,
  personId,
});
const buildRollCall = (date: string, more: Partial<RollCall & { number: number }> = {}) => ({
  number: 1,
  description: 'Final passage',
  date,
  passed: true,
  yea: 0,
  nay: 0,
  notVoting: 0,
  absent: 0,
  votes: [],
  ...more,
});
const buildBill = (positions: readonly HeldPosition[], rollCalls: ScoredBill['rollCalls']): ScoredBill => ({
  billId: '1',
  billNumber: 'HB 1',
  timeZone: zone,
  positions,
  rollCalls,
});

describe('the position held at a vote', () => {
  const positions = [buildPosition('SUPPORT', '2026-02-01'), buildPosition('OPPOSE', '2026-03-01')];

  it('is the last one that had taken effect', () => {
    expect(positionHeldAt(positions, buildRollCall('2026-01-31'), zone)).toBe('NO_POSITION');
    expect(positionHeldAt(positions, buildRollCall('2026-02-20'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(positions, buildRollCall('2026-03-20'), zone)).toBe('OPPOSE');
  });

  it('depends on the effective date, not on the date of entry', () => {
    const entered = [buildPosition('SUPPORT', '2026-02-01', '2026-06-21T18:00:00Z')];
    expect(positionHeldAt(entered, buildRollCall('2026-02-20'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(entered, buildRollCall('2026-02-01'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(entered, buildRollCall('2026-01-31'), zone)).toBe('NO_POSITION');
  });

  it('counts on its effective date, unless it was entered after the time of the vote', () => {
    const sameDay = [buildPosition('SUPPORT', '2026-02-20', '2026-02-20T18:00:00Z')];
    expect(positionHeldAt(sameDay, buildRollCall('2026-02-20'), zone)).toBe('SUPPORT');
    const buildCallAt = (moment: string) => buildRollCall('2026-02-20', { at: moment });
    expect(positionHeldAt(sameDay, buildCallAt('2026-02-20T18:00:01Z'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(sameDay, buildCallAt('2026-02-20T18:00:00Z'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(sameDay, buildCallAt('2026-02-20T17:59:59.999Z'), zone)).toBe('NO_POSITION');
    const changed = [...sameDay, buildPosition('OPPOSE', '2026-02-20', '2026-02-20T20:00:00Z')];
    expect(positionHeldAt(changed, buildCallAt('2026-02-20T19:00:00Z'), zone)).toBe('SUPPORT');
    expect(positionHeldAt(changed, buildRollCall('2026-02-20'), zone)).toBe('OPPOSE');
  });

  it('uses the dates of the state: an evening there is the next day in UTC', () => {
    const evening = [buildPosition('SUPPORT', '2026-02-19', '2026-02-20T04:00:00Z')];
    const vote = buildRollCall('2026-02-19', { at: '2026-02-20T03:00:00Z' });
    expect(positionHeldAt(evening, vote, zone)).toBe('NO_POSITION');
    expect(positionHeldAt(evening, vote, 'UTC')).toBe('SUPPORT');
  });

  it('does not depend on positions that take effect after the vote (property)', () => {
    const day = fc
      .integer({ min: 1, max: 28 })
      .map((dayOfMonth) => `2026-02-${String(dayOfMonth).padStart(2, '0')}`);
    const position = fc.record({ position: fc.constantFrom(...billPositions), from: day });
    fc.assert(
      fc.property(fc.array(position, { maxLength: 6 }), day, position, (some, voted, added) => {
        const history = (all: readonly { position: HeldPosition['position']; from: string }[]) =>
          [...all]
            .sort((a, b) => a.from.localeCompare(b.from))
            .map((held) => buildPosition(held.position, held.from, '2026-03-01T20:00:00Z'));
        const before = positionHeldAt(history(some), buildRollCall(voted), 'UTC');
        const late = { ...added, from: '2026-03-01' };
        expect(positionHeldAt(history([...some, late]), buildRollCall(voted), 'UTC')).toBe(before);
      }),
    );
  });
});

describe('a scorecard', () => {
  it('counts yea with SUPPORT and nay with OPPOSE as agreed, and no vote with other positions', () => {
    expect(markVote('SUPPORT', 'yea')).toBe('agreed');
    expect(markVote('SUPPORT', 'nay')).toBe('disagreed');
    expect(markVote('OPPOSE', 'nay')).toBe('agreed');
    expect(markVote('OPPOSE', 'abs')).toBe('missed');
    for (const position of ['NEUTRAL', 'MONITOR', 'NO_POSITION'] as const)
      for (const type of voteTypes) expect(markVote(position, type)).toBeUndefined();
  });

  it('counts the votes of each official, by person when known, else by name', () => {
    const person = 'b5a0a0a4-8f3e-4d1d-9b53-1b1c6d1f1a11';
    const [ann, bo] = buildScorecard([
      buildBill(
        [buildPosition('SUPPORT', '2026-01-05')],
        [
          buildRollCall('2026-02-01', {
            votes: [buildVote('Vogel', 'yea', person), buildVote('Bo Ruiz', 'nay')],
          }),
          buildRollCall('2026-02-02', {
            votes: [buildVote('Ann Vogel', 'nay', person), buildVote('BO RUIZ', 'nv')],
          }),
          buildRollCall('2026-02-03', { motion: 'amendment', votes: [buildVote('Bo Ruiz', 'yea')] }),
          buildRollCall('2026-01-04', { votes: [buildVote('Bo Ruiz', 'yea')] }),
        ],
      ),
    ]).sort((a, b) => b.votes.length - a.votes.length || (a.personId ? -1 : 1));
    expect(ann && [countMarks(ann, 'agreed'), countMarks(ann, 'disagreed'), computeScore(ann)]).toEqual([
      1, 1, 50,
    ]);
    expect(bo && [countMarks(bo, 'disagreed'), countMarks(bo, 'missed'), computeScore(bo)]).toEqual([
      1, 1, 0,
    ]);
  });

  it('has no score for an official without a vote', () => {
    const [only] = buildScorecard([
      buildBill(
        [buildPosition('OPPOSE', '2026-01-05')],
        [buildRollCall('2026-02-01', { votes: [buildVote('Cy', 'abs')] })],
      ),
    ]);
    expect(only && computeScore(only)).toBeUndefined();
  });

  it('gives the opposite marks for the opposite position (property)', () => {
    const votes = fc.array(fc.constantFrom(...voteTypes), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(votes, (types) => {
        const calls = types.map((type, index) =>
          buildRollCall('2026-02-01', { number: index + 1, votes: [buildVote('Ann', type)] }),
        );
        const [forIt] = buildScorecard([buildBill([buildPosition('SUPPORT', '2026-01-01')], calls)]);
        const [against] = buildScorecard([buildBill([buildPosition('OPPOSE', '2026-01-01')], calls)]);
        expect(forIt && countMarks(forIt, 'agreed')).toBe(against && countMarks(against, 'disagreed'));
        expect(forIt && countMarks(forIt, 'missed')).toBe(against && countMarks(against, 'missed'));
        expect(forIt?.votes).toHaveLength(types.length);
      }),
    );
  });
});
