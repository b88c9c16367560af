// The bill: every endpoint with the cost of a million calls.

import { getMemorySize } from '../../aws/access/needs.ts';
import type { BuiltPlatform } from '../../aws/stacks/assembly.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';
import { assumptions } from './assumptions.ts';
import { type Consumption, type Cost, computeCostPerMillion, sumCost } from './call.ts';
import { getMeasuredCost } from './measured.ts';

/** The line of an endpoint. */
export interface BillLine {
  /** Area and name: `crm listPeople`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly consumption: Consumption;
  /** Whether the consumption was measured; else it is the contract's budget, which is the maximum. */
  readonly isMeasured: boolean;
  /** Dollars for a million calls. */
  readonly cost: Cost;
  readonly total: number;
}

/** The size of a reply that was not recorded, in bytes. */
const defaultReplyBytes = 2_000;

function buildLine({ name, contract }: RegisteredEndpoint, bundles: BuiltPlatform['bundles']): BillLine {
  const { area, method, path, summary, budget } = contract;
  const bundle = bundles.get(`${area}-${name}`);
  const measured = getMeasuredCost(area, name);
  const consumption: Consumption = {
    ...(measured ?? { ...budget, writeUnits: budget.writeUnits ?? 0, replyBytes: defaultReplyBytes }),
    megabytes: bundle ? getMemorySize(bundle) : 512,
    hashesPasswords: bundle?.hashesPasswords ?? false,
  };
  const cost = computeCostPerMillion(consumption);
  return {
    name: `${area} ${name}`,
    method,
    path,
    summary,
    consumption,
    isMeasured: measured !== undefined,
    cost,
    total: sumCost(cost),
  };
}

/** The lines of all endpoints, the most expensive first. */
export const buildBill = ({ parts, bundles }: BuiltPlatform): readonly BillLine[] =>
  parts.endpoints
    .map((endpoint) => buildLine(endpoint, bundles))
    .sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));

const formatDollars = (value: number): string => `$${value.toFixed(2)}`;

/** Explains the cost of an endpoint in one sentence. */
export function explainCost({ name, method, path, summary, consumption, cost, total }: BillLine): string {
  const { roundTrips, readUnits, writeUnits, replyBytes, megabytes, hashesPasswords } = consumption;
  const reasons = [
    [
      cost.writes,
      `${writeUnits} write units (a row in a transaction is written at twice the units, and once more for the index)`,
    ],
    [cost.reads, `${readUnits} read units`],
    [
      cost.time,
      `the function's time: ${roundTrips} round trips of ${assumptions.roundTripMilliseconds} ms at ${megabytes} MB${hashesPasswords ? ' and the hashing of a password' : ''}`,
    ],
    [cost.gateway, 'API Gateway, as for every call'],
    [cost.transfer, `a reply of ${Math.round(replyBytes / 1024)} KB`],
    [cost.logs, 'its log lines'],
  ] as const;
  const largest = [...reasons].sort(([a], [b]) => b - a).slice(0, 3);
  const parts = largest.map(([value, why]) => `${formatDollars(value)} for ${why}`);
  return `${name} (${method} ${path}: ${summary}) costs ${formatDollars(total)} a million calls: ${parts.join('; ')}.`;
}
