// What the examples of the contracts cost the database and the network, recorded by the test that checks their budgets
// (npm run record), in the units that DynamoDB charges (infra/local/database/correct-units.ts).
import recorded from './measured.json' with { type: 'json' };

/** The cost of one call of an endpoint. */
export interface MeasuredCost {
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly replyBytes: number;
}

const costs: Readonly<Record<string, MeasuredCost>> = recorded.endpoints;

/** The day of the recording. */
export const measuredOn: string = recorded.date;

/** The cost of an endpoint's example; undefined for an endpoint added after the recording. */
export const getMeasuredCost = (area: string, name: string): MeasuredCost | undefined => {
  const key = `${area} ${name}`;
  return Object.hasOwn(costs, key) ? costs[key] : undefined;
};
