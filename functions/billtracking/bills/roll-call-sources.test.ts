// The same roll call of two sources is one (docs/interface/billtracking.md#roll-calls). Identifiers are as the readers give them: those of
// Open States (api-v3, schemas.py: VoteEvent) and of LegiScan (API user manual, getBill: votes).
import { expect, it } from 'vitest';
import type { SourceName } from '../source-name.ts';
import type { IncomingRollCall } from './incoming-bill.ts';
import { mergeRollCalls } from './roll-call-sources.ts';

const rollCall = (
  description: string,
  [yea, nay]: readonly [number, number],
  more: Partial<IncomingRollCall> = {},
): IncomingRollCall => ({
  ...{ description, date: '2027-02-10', chamber: 'lower', passed: yea > nay, yea, nay },
  ...{ notVoting: 0, absent: 0, ...more },
});
const ofOpenStates = (yea: number): IncomingRollCall[] => [
  rollCall('Shall the bill pass?', [yea, 30], {
    ...{ identifier: 'ocd-vote/1', motion: 'passage', votes: [{ name: 'Ada', voteType: 'yea' }] },
  }),
];
const ofLegiscan = (yea: number): IncomingRollCall[] => [
  rollCall('Third Reading', [yea, 30], { identifier: 'legiscan:1' }),
];

type Step = readonly [source: SourceName, incoming: readonly IncomingRollCall[]];

/** What is stored after some imports, a day apart: the counts, the votes, and what each source says. */
const merge = (...steps: readonly Step[]) =>
  steps
    .reduce<ReturnType<typeof mergeRollCalls>>(
      (stored, [source, incoming], index) =>
        mergeRollCalls(stored, incoming, { source, day: `2027-02-1${index}`, isPartial: false }),
      [],
    )
    .map(({ identifier, yea, votes, sources = [] }) => [
      ...[identifier, yea, votes.length],
      ...sources.map((one) => `${one.source} ${one.says.yea}${one.withdrawnOn ? ' withdrawn' : ''}`),
    ]);

it('a source that has it too adds its word, and one that repeats an old count does not set it back', () => {
  const steps: Step[] = [
    ['OPEN_STATES_API', ofOpenStates(60)],
    ['LEGISCAN_API', ofLegiscan(60)],
  ];
  expect(merge(...steps)).toEqual([['ocd-vote/1', 60, 1, 'OPEN_STATES_API 60', 'LEGISCAN_API 60']]);
  const corrected: Step[] = [...steps, ['OPEN_STATES_API', ofOpenStates(61)]];
  const expected = [['ocd-vote/1', 61, 1, 'OPEN_STATES_API 61', 'LEGISCAN_API 60']];
  expect(merge(...corrected)).toEqual(expected);
  expect(merge(...corrected, ['LEGISCAN_API', ofLegiscan(60)])).toEqual(expected);
});

it('it goes when the last source that had it withdraws it', () => {
  const steps: Step[] = [
    ['OPEN_STATES_API', ofOpenStates(60)],
    ['LEGISCAN_API', ofLegiscan(60)],
    ['OPEN_STATES_API', []],
  ];
  expect(merge(...steps)).toEqual([['ocd-vote/1', 60, 1, 'OPEN_STATES_API 60 withdrawn', 'LEGISCAN_API 60']]);
  expect(merge(...steps, ['LEGISCAN_API', []])).toEqual([]);
});

it('a feed is newer than a file of its provider, also when the file is imported again', () => {
  const steps: Step[] = [
    ['OPEN_STATES_FILE', ofOpenStates(70)],
    ['OPEN_STATES_API', ofOpenStates(71)],
    ['OPEN_STATES_FILE', ofOpenStates(70)],
  ];
  expect(merge(...steps)).toEqual([['ocd-vote/1', 71, 1, 'OPEN_STATES_FILE 70', 'OPEN_STATES_API 71']]);
});

it('other counts with other words, another motion, chamber or day are another roll call', () => {
  const others = (...incoming: IncomingRollCall[]) =>
    merge(
      ['OPEN_STATES_API', [rollCall('Passage', [90, 48], { identifier: 'a' })]],
      ['LEGISCAN_API', incoming],
    );
  const same = { identifier: 'legiscan:2' };
  expect(others(rollCall('Third Reading', [90, 48], same))).toHaveLength(1);
  expect(others(rollCall('passage', [91, 48], same))).toHaveLength(1);
  expect(others(rollCall('Third Reading', [91, 48], same))).toHaveLength(2);
  expect(others(rollCall('Amendment 3', [90, 48], same))).toHaveLength(2);
  expect(others(rollCall('Third Reading', [90, 48], { ...same, chamber: 'upper' }))).toHaveLength(2);
  expect(others(rollCall('Third Reading', [90, 48], { ...same, date: '2027-02-11' }))).toHaveLength(2);
});
