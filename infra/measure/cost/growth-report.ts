// The growth as a table: flat or not.
import { formatTable } from '../bench/markdown-table.ts';
import type { GrowthResult } from './growth.ts';
import type { CallResult } from './growth-calls.ts';

type Cost = Omit<CallResult, 'body'>;

/** Growth is flat when no figure grew by more than a tenth and one unit: a list's counters are read in small steps. */
export function isGrowthFlat(costs: readonly Cost[]): boolean {
  const [first] = costs;
  const last = costs.at(-1);
  if (!first || !last) return true;
  return (['roundTrips', 'readUnits', 'writeUnits'] as const).every(
    (what) => last[what] <= first[what] * 1.1 + 1,
  );
}

const formatCost = ({ roundTrips, readUnits, writeUnits }: Cost): string =>
  `${roundTrips} / ${readUnits} / ${writeUnits}`;

/** Formats the results as a table. */
export const formatGrowthReport = (sizes: readonly number[], grown: readonly GrowthResult[]): string =>
  [
    `Round trips / read units / write units, as DynamoDB charges them, with so many records of each kind that grows:`,
    '',
    formatTable(
      ['Request', ...sizes.map(String), 'flat'],
      grown.map(({ question, costs }) => [
        question,
        ...costs.map(formatCost),
        isGrowthFlat(costs) ? 'yes' : 'no',
      ]),
    ),
  ].join('\n');
