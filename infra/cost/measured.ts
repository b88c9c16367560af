// What the examples of the contracts cost the database and the network: recorded by the test that holds them to their
// budgets (npm run record:costs), from DynamoDB's own ConsumedCapacity.
import recorded from './measured.json' with { type: 'json' };

/** What one call of an endpoint cost. */
export interface MeasuredCost {
  readonly roundTrips: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly replyBytes: number;
}

const costs: Readonly<Record<string, MeasuredCost>> = recorded.endpoints;

/** The day of the recording. */
export const measuredOn: string = recorded.date;

/** What an endpoint's example cost; undefined for one that came after the recording. */
export const getMeasuredCost = (area: string, name: string): MeasuredCost | undefined => {
  const key = `${area} ${name}`;
  return Object.hasOwn(costs, key) ? costs[key] : undefined;
};
