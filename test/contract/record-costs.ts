// RECORD_COSTS=1 records what each endpoint's example costs in the database, for `npm run cost`.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { getMeasuredCost, type MeasuredCost } from '../../infra/measure/cost/measured.ts';
import type { Reply } from '../harness/platform.ts';

const isRecording = process.env.RECORD_COSTS === '1';
const costs = new Map<string, MeasuredCost>();

/** Records what an example cost. */
export function recordCost({ name, contract }: RegisteredEndpoint, reply: Reply): void {
  const { roundTrips, readUnits, writeUnits, bytes } = reply;
  costs.set(`${contract.area} ${name}`, { roundTrips, readUnits, writeUnits, replyBytes: bytes.byteLength });
}

/** Writes the recorded costs to their file, if recording is on; a run of some endpoints keeps the costs of the others. */
export async function saveCosts(): Promise<void> {
  if (!isRecording) return;
  const all = (await listEndpoints()).flatMap(({ name, contract }) => {
    const key = `${contract.area} ${name}`;
    const cost = costs.get(key) ?? getMeasuredCost(contract.area, name);
    return cost ? [[key, cost] as const] : [];
  });
  const endpoints = Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
  const recorded = { date: new Date().toISOString().slice(0, 10), endpoints };
  await writeFile(
    join(projectFolder, 'infra/measure/cost/measured.json'),
    `${JSON.stringify(recorded, null, 1)}\n`,
  );
}
