// The cost of a million calls of an endpoint, by part.

import { getUnitPrice } from '../prices/prices.ts';
import { assumptions } from './assumptions.ts';
import type { MeasuredCost } from './measured.ts';

/** The consumption of a call. */
export interface Consumption extends MeasuredCost {
  /** Memory of the function, in MB. */
  readonly megabytes: number;
  readonly hashesPasswords: boolean;
}

/** The parts of a bill. */
export const costParts = ['gateway', 'requests', 'time', 'reads', 'writes', 'logs', 'transfer'] as const;
export type CostPart = (typeof costParts)[number];

/** Dollars by part. */
export type Cost = Readonly<Record<CostPart, number>>;

/** The milliseconds that Lambda bills for a call, including the share of cold starts. */
export function computeBilledMilliseconds({ roundTrips, megabytes, hashesPasswords }: Consumption): number {
  const {
    roundTripMilliseconds,
    requestCpuMilliseconds,
    roundTripCpuMilliseconds,
    passwordCpuMilliseconds,
    megabytesOfACore,
    coldStartsInAHundred,
    coldStartMilliseconds,
  } = assumptions;
  const ofACore = Math.min(1, megabytes / megabytesOfACore);
  const computing =
    requestCpuMilliseconds +
    roundTrips * roundTripCpuMilliseconds +
    (hashesPasswords ? passwordCpuMilliseconds : 0);
  return (
    roundTrips * roundTripMilliseconds +
    computing / ofACore +
    (coldStartsInAHundred / 100) * coldStartMilliseconds
  );
}

const gigabyte = 2 ** 30;

/** The cost of a million calls, in dollars. */
export function computeCostPerMillion(call: Consumption): Cost {
  const million = 1_000_000;
  const { logBytes, accessLogBytes, platformLogBytes, headerBytes } = assumptions;
  const gigabyteSeconds = (computeBilledMilliseconds(call) / 1000) * (call.megabytes / 1024);
  return {
    gateway: million * getUnitPrice('restRequest'),
    requests: million * getUnitPrice('lambdaRequest'),
    time: million * gigabyteSeconds * getUnitPrice('lambdaGbSecond'),
    reads: million * call.readUnits * getUnitPrice('dynamodbReadUnit'),
    writes: million * call.writeUnits * getUnitPrice('dynamodbWriteUnit'),
    logs:
      ((million * (logBytes + accessLogBytes + platformLogBytes)) / gigabyte) * getUnitPrice('logIngestion'),
    transfer: ((million * (call.replyBytes + headerBytes)) / gigabyte) * getUnitPrice('transferOut'),
  };
}

/** The sum of the parts. */
export const sumCost = (cost: Cost): number => costParts.reduce((sum, part) => sum + cost[part], 0);
