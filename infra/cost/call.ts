// What a million calls of an endpoint cost, part by part.
import { assumptions } from './assumptions.ts';
import type { MeasuredCost } from './measured.ts';
import { priceOf } from './prices.ts';

/** What a call consumes. */
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

/** Milliseconds that Lambda bills for a call, the share of cold starts included. */
export function billedMilliseconds({ roundTrips, megabytes, hashesPasswords }: Consumption): number {
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

/** What a million calls cost, in dollars. */
export function costOfAMillion(call: Consumption): Cost {
  const million = 1_000_000;
  const { logBytes, accessLogBytes, platformLogBytes, headerBytes } = assumptions;
  const gigabyteSeconds = (billedMilliseconds(call) / 1000) * (call.megabytes / 1024);
  return {
    gateway: million * priceOf('restRequest'),
    requests: million * priceOf('lambdaRequest'),
    time: million * gigabyteSeconds * priceOf('lambdaGbSecond'),
    reads: million * call.readUnits * priceOf('dynamodbReadUnit'),
    writes: million * call.writeUnits * priceOf('dynamodbWriteUnit'),
    logs: ((million * (logBytes + accessLogBytes + platformLogBytes)) / gigabyte) * priceOf('logIngestion'),
    transfer: ((million * (call.replyBytes + headerBytes)) / gigabyte) * priceOf('transferOut'),
  };
}

/** The sum of the parts. */
export const totalOf = (cost: Cost): number => costParts.reduce((sum, part) => sum + cost[part], 0);
