// Budgets are near to what was recorded, so that they notice an endpoint that costs more than it did
// (docs/requests.md#budgets-and-log-lines). That none is exceeded is checked where the examples are sent.
import { expect, it } from 'vitest';
import { listEndpoints } from '../../contracts/registry.ts';
import { getMeasuredCost } from './measured.ts';

it('a budget of write units is at most twice what the example costs, and two units', async () => {
  // Endpoints that share a budget are held to the one of them that costs most.
  const byBudget = Map.groupBy(await listEndpoints(), ({ contract }) => contract.budget);
  for (const [{ writeUnits = 0 }, endpoints] of byBudget) {
    const costs = endpoints.flatMap(({ name, contract }) => getMeasuredCost(contract.area, name) ?? []);
    const most = Math.max(...costs.map((cost) => cost.writeUnits));
    const names = endpoints.map(({ name }) => name).join(', ');
    // An example that writes nothing says nothing of what the endpoint may write.
    if (most > 0) expect(writeUnits, `${names}: ${most} were recorded`).toBeLessThanOrEqual(2 * most + 2);
  }
});
