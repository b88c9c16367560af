// The results as tables, with the targets and whether they are met.
import { medianStartupBudget } from '../../aws/bundling/startup-size.ts';
import type { ColdResult } from './cold.ts';
import type { ContenderKind } from './contenders.ts';
import { formatTable } from './markdown-table.ts';
import type { Scenario } from './scenarios.ts';
import { type SignInCost, signInSteps } from './sign-in.ts';
import { listLargestParts, type Sizes } from './sizes.ts';
import type { Spread } from './statistics.ts';
import type { WarmResult } from './warm.ts';

const formatOneDecimal = (value: number): string => value.toFixed(1);
const formatTwoDecimals = (value: number): string => value.toFixed(2);
const formatKilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
const formatRange = ({ min, max }: Spread): string => `${formatOneDecimal(min)}–${formatOneDecimal(max)}`;
const formatRatio = (value: number, of: number | undefined): string =>
  of ? formatTwoDecimals(value / of) : '';

/** The first scenario is the one that every contender answers. */
const getFirstScenario = <R extends { readonly contender: ColdResult['contender'] }>(results: readonly R[]) =>
  results[0]?.contender.scenario.name;

const findResult = <R extends { readonly contender: ColdResult['contender'] }>(
  results: readonly R[],
  kind: ContenderKind,
  scenario: string | undefined,
): R | undefined =>
  results.find(({ contender }) => contender.kind === kind && contender.scenario.name === scenario);

/** A target with the measured result. */
interface Aim {
  readonly aim: string;
  readonly result: string;
  readonly isMet: boolean;
}

const aimsTable = (aims: readonly Aim[]): string =>
  formatTable(
    ['Target', 'Measured', 'Met'],
    aims.map(({ aim, result, isMet }) => [aim, result, isMet ? 'yes' : 'no']),
  );

function comparePeers(
  title: string,
  ours: number,
  peers: readonly (readonly [name: string, value: number])[],
  least = 1,
): Aim {
  const [nearest] = [...peers].sort(([, a], [, b]) => a - b);
  const ahead = peers.filter(([, value]) => value > ours).length;
  return {
    aim: `every peer at least ${least} times ours, ${title}`,
    result: nearest
      ? `${ahead} of ${peers.length}; the nearest is ${nearest[0]} at ${formatTwoDecimals(nearest[1] / ours)} times ours`
      : '',
    isMet: peers.every(([, value]) => value >= least * ours),
  };
}

const listPeerValues = <R extends ColdResult | WarmResult>(
  results: readonly R[],
  value: (result: R) => number,
): readonly (readonly [string, number])[] =>
  results
    .filter(({ contender }) => contender.kind === 'peer')
    .map((result) => [result.contender.name, value(result)] as const);

/** Formats the results of cold starts. */
export function coldReport(results: readonly ColdResult[]): string {
  const first = getFirstScenario(results);
  const limit = findResult(results, 'limit', first);
  const same = (scenario: string) => findResult(results, 'same reads', scenario);
  const rows = results.map(({ contender, load, answer, total, cpu }) => [
    contender.scenario.title,
    contender.name,
    formatOneDecimal(load.median),
    formatOneDecimal(answer.median),
    formatOneDecimal(total.median),
    formatRange(total),
    formatOneDecimal(cpu.median),
    formatRange(cpu),
    formatRatio(cpu.median, limit?.cpu.median),
    formatRatio(cpu.median, same(contender.scenario.name)?.cpu.median),
    formatKilobytes(contender.bytes),
  ]);
  return [
    formatTable(
      [
        'Request',
        'Contender',
        'load ms',
        'answer ms',
        'both ms',
        'ends',
        'cpu ms',
        'ends',
        '× limit',
        '× same requests',
        'at start',
      ],
      rows,
    ),
    '',
    aimsTable(coldAims(results)),
  ].join('\n');
}

/** What each request may take of the limit: a list of bills reads more than the others. */
const mostOfLimit = (scenario: Scenario): number => (scenario.title.startsWith('D') ? 1 : 0.85);

function coldAims(results: readonly ColdResult[]): readonly Aim[] {
  const first = getFirstScenario(results);
  const ours = findResult(results, 'ours', first);
  const limit = findResult(results, 'limit', first);
  const byDefault = findResult(results, 'default', first);
  if (!ours || !limit || !byDefault) return [];
  return (['cpu', 'total'] as const).flatMap((what): Aim[] => {
    const title = what === 'cpu' ? 'processor time' : 'wall time';
    const toDefault = ours[what].median / byDefault[what].median;
    return [
      ...results
        .filter(({ contender }) => contender.kind === 'ours')
        .map((result): Aim => {
          const most = mostOfLimit(result.contender.scenario);
          const toLimit = result[what].median / limit[what].median;
          return {
            aim: `${result.contender.scenario.title}: at most ${most} × the limit, ${title}`,
            result: formatTwoDecimals(toLimit),
            isMet: toLimit <= most,
          };
        }),
      {
        aim: `at most 0.6 × a bare handler by NodejsFunction's defaults, ${title}`,
        result: `${formatTwoDecimals(toDefault)} (the limit itself: ${formatTwoDecimals(limit[what].median / byDefault[what].median)})`,
        isMet: toDefault <= 0.6,
      },
      comparePeers(
        title,
        ours[what].median,
        listPeerValues(results, (result) => result[what].median),
        1.8,
      ),
    ];
  });
}

/** Formats the results of warm requests. */
export function warmReport(results: readonly WarmResult[], signature: Spread): string {
  const first = getFirstScenario(results);
  const rows = results.map(({ contender, cpu, wall, logBytes }) => {
    const same = findResult(results, 'same reads', contender.scenario.name);
    return [
      contender.scenario.title,
      contender.name,
      formatTwoDecimals(cpu.median),
      `${formatTwoDecimals(cpu.min)}–${formatTwoDecimals(cpu.max)}`,
      formatTwoDecimals(wall.median),
      formatRatio(cpu.median, same && same.cpu.median + signature.median),
      String(logBytes),
    ];
  });
  const ours = findResult(results, 'ours', first);
  const same = findResult(results, 'same reads', first);
  const limit = findResult(results, 'limit', first);
  const toSame = ours && same ? ours.cpu.median / (same.cpu.median + signature.median) : Number.NaN;
  const toLimit = ours && limit ? ours.cpu.median / (limit.cpu.median + signature.median) : Number.NaN;
  return [
    `One check of an ES256 signature: ${formatTwoDecimals(signature.median)} ms of a core.`,
    '',
    formatTable(
      ['Request', 'Contender', 'cpu ms', 'ends', 'wall ms', '× same + signature', 'log bytes'],
      rows,
    ),
    '',
    aimsTable([
      {
        aim: 'at most 0.9 × the bare handler with the same requests and one signature check',
        result: `${formatTwoDecimals(toSame)} (against the bare handler that reads one item: ${formatTwoDecimals(toLimit)})`,
        isMet: toSame <= 0.9,
      },
      ...(ours
        ? [
            comparePeers(
              'processor time',
              ours.cpu.median,
              listPeerValues(results, ({ cpu }) => cpu.median),
            ),
          ]
        : []),
    ]),
  ].join('\n');
}

const sumOf = (costs: readonly SignInCost[], steps: readonly string[]) => {
  const own = costs.filter(({ step }) => steps.includes(step));
  const sum = (value: (cost: SignInCost) => number) => own.reduce((total, cost) => total + value(cost), 0);
  return { trips: sum(({ trips }) => trips), rounds: sum(({ rounds }) => rounds) };
};

/** Formats what signing in costs. */
export function signInReport(costs: readonly SignInCost[]): string {
  const kinds = [
    ['on the page', signInSteps.page],
    ['in two steps', signInSteps.twoSteps],
  ] as const;
  const rows = kinds.flatMap(([title, steps]) => {
    const { trips, rounds } = sumOf(costs, steps);
    return [
      ...costs
        .filter(({ step }) => steps.some((own) => own === step))
        .map(({ step, cpu, ...cost }) => [
          ...[title, step, String(cost.trips), String(cost.rounds)],
          ...[formatOneDecimal(cpu.median), formatRange(cpu)],
        ]),
      [title, 'altogether', String(trips), String(rounds), '', ''],
    ];
  });
  const { rounds } = sumOf(costs, signInSteps.twoSteps);
  return [
    'Round trips that run side by side count as one in a row. The processor time is that of the whole process, with the client that asks; a password takes most of it.',
    '',
    formatTable(['Sign-in', 'Step', 'round trips', 'in a row', 'cpu ms', 'ends'], rows),
    '',
    aimsTable([
      {
        aim: 'in two steps: at most 6 round trips in a row',
        result: String(rounds),
        isMet: rounds <= 6,
      },
    ]),
  ].join('\n');
}

/** Formats the sizes of bundles. */
export function sizesReport(sizes: Sizes): string {
  const { all, startup, whole } = sizes;
  const line = (name: string, { min, median, max }: Spread) => [
    name,
    formatKilobytes(min),
    formatKilobytes(median),
    formatKilobytes(max),
  ];
  const [largest] = all;
  return [
    `${all.length} functions.`,
    '',
    formatTable(
      ['', 'smallest', 'median', 'largest'],
      [line('loaded at start', startup), line('whole bundle', whole)],
    ),
    '',
    aimsTable([
      {
        aim: 'half of the functions load at most 300 KB at start',
        result: formatKilobytes(startup.median),
        isMet: startup.median <= medianStartupBudget,
      },
    ]),
    '',
    'The ten that load most at start:',
    '',
    formatTable(
      ['Function', 'at start', 'whole'],
      all.slice(0, 10).map((size) => [size.name, formatKilobytes(size.startup), formatKilobytes(size.whole)]),
    ),
    '',
    largest ? `What ${largest.name} loads at start:` : '',
    '',
    formatTable(
      ['Package or folder', 'size'],
      (largest ? listLargestParts(largest, 12) : []).map(([name, bytes]) => [name, formatKilobytes(bytes)]),
    ),
  ].join('\n');
}
