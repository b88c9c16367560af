// Records the replies to examples, which the documents show, and what they cost the database, for `npm run cost`: those of
// the endpoints that RECORD names, or of `all` (npm run record).
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listEndpoints, projectFolder, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import type { MeasuredCost } from '../../infra/measure/cost/measured.ts';

const { RECORD: names } = process.env;

/** Whether this run records instead of comparing. */
export const isRecording = names !== undefined;

/** The endpoints whose examples this run sends. */
export async function listChosenEndpoints(): Promise<readonly RegisteredEndpoint[]> {
  const chosen = names?.split(',');
  return (await listEndpoints()).filter(({ name }) => !chosen || names === 'all' || chosen.includes(name));
}

const replies: Record<string, unknown> = {};
const costs: Record<string, MeasuredCost> = {};

/** Records the reply to an example; undefined where no document shows it. */
export function recordReply({ name }: RegisteredEndpoint, reply: unknown): void {
  if (reply !== undefined) replies[name] = reply;
}

/** Records what an example cost, and prints it where endpoints are named: their budgets are being chosen. */
export function recordCost({ name, contract }: RegisteredEndpoint, cost: MeasuredCost): void {
  costs[`${contract.area} ${name}`] = cost;
  const { roundTrips, readUnits, writeUnits = 0 } = contract.budget;
  if (isRecording && names !== 'all')
    console.log(
      `${name} takes ${cost.roundTrips} round trips (budget ${roundTrips}), ${cost.readUnits} read units (${readUnits}), ${cost.writeUnits} write units (${writeUnits})`,
    );
}

/** The values of the endpoints that exist, new ones before recorded ones, in the order of their names. */
function merge<T>(
  before: Readonly<Record<string, T>>,
  now: Readonly<Record<string, T>>,
  known: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  const all = Object.entries({ ...before, ...now }).filter(([name]) => known.has(name));
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Writes what was recorded to its files; a run of some endpoints keeps what was recorded of the others. */
export async function saveRecordings(): Promise<void> {
  if (!isRecording) return;
  const endpoints = await listEndpoints();
  const repliesFile = join(projectFolder, 'infra/openapi/recorded-replies.json');
  const recorded: Record<string, unknown> = JSON.parse(await readFile(repliesFile, 'utf8'));
  const withReplies = merge(recorded, replies, new Set(endpoints.map(({ name }) => name)));
  await writeFile(repliesFile, `${JSON.stringify(withReplies, null, 2)}\n`);
  const costsFile = join(projectFolder, 'infra/measure/cost/measured.json');
  const measured: { date: string; endpoints: Record<string, MeasuredCost> } = JSON.parse(
    await readFile(costsFile, 'utf8'),
  );
  // The day is that of the last recording of all endpoints.
  const date = names === 'all' ? new Date().toISOString().slice(0, 10) : measured.date;
  const keys = new Set(endpoints.map(({ name, contract }) => `${contract.area} ${name}`));
  const withCosts = { date, endpoints: merge(measured.endpoints, costs, keys) };
  await writeFile(costsFile, `${JSON.stringify(withCosts, null, 2)}\n`);
}
