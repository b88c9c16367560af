// How the new versions of functions take over: first a part of the calls, and the rest only when nothing failed meanwhile.
import { createWorkQueue } from '../../../shared/data/work/work-queue.ts';

/** The alias by which all callers call a function. */
export const aliasName = 'live';

/** The API whose requests the functions answer. */
export interface ObservedApi {
  readonly name: string;
  readonly stage: string;
}

/** A function of which a new version was published. */
export interface ChangedFunction {
  readonly name: string;
  /** The version that the alias names. */
  readonly old: string;
  readonly new: string;
}

/** Versions of functions, and the alias by which all callers call them. */
export interface Versions {
  /** Publishes the code and configuration that a function has; where nothing changed, its last version. */
  publish(name: string): Promise<string>;
  /** The version that a function's alias names; undefined where it has no alias. */
  findCurrent(name: string): Promise<string | undefined>;
  /** Makes the alias name a version, and with `trial` another one for a part of its calls. */
  point(
    name: string,
    version: string,
    trial?: { readonly version: string; readonly share: number },
  ): Promise<void>;
  /** Removes the function's versions other than these. */
  removeOthers(name: string, kept: readonly string[]): Promise<void>;
}

/** What is known about failures. */
export interface Observations {
  /** The alarms that have gone off, by name. */
  listAlarms(): Promise<readonly string[]>;
  /** The calls of each new version since then that ended in an error, by the function's name. */
  countErrors(changed: readonly ChangedFunction[], since: Date): Promise<ReadonlyMap<string, number>>;
  /** The requests to the API of these functions that were answered with 5XX in this time; 0 where there is no API. */
  countRefused(from: Date, to: Date): Promise<number>;
}

export interface Clock {
  now(): Date;
  sleep(milliseconds: number): Promise<void>;
}

/** How long and with how many of the calls new versions are tried. */
export interface Trial {
  readonly share: number;
  readonly minutes: number;
}

/** New versions that failed on trial. */
export class TrialFailed extends Error {
  override readonly name = 'TrialFailed';
}

/** A function's errors are calls that ran out of time or memory, or did not load; handlers answer all others themselves. */
const mostErrors = 2;

/** So many more requests than in the same time before may be answered with 5XX: handlers answer so where they have a defect. */
const mostRefused = 10;

const checkEverySeconds = 30;

/** What speaks against the new versions; undefined when nothing does. */
async function findReason(
  changed: readonly ChangedFunction[],
  since: Date,
  before: { readonly alarms: readonly string[]; readonly refused: number },
  observations: Observations,
  now: Date,
): Promise<string | undefined> {
  const alarms = (await observations.listAlarms()).filter((name) => !before.alarms.includes(name));
  if (alarms.length > 0) return `alarms went off: ${alarms.join(', ')}`;
  const errors = [...(await observations.countErrors(changed, since))].filter(
    ([, count]) => count > mostErrors,
  );
  if (errors.length > 0)
    return `new versions failed: ${errors.map(([name, count]) => `${name} ${count} times`).join(', ')}`;
  const refused = await observations.countRefused(since, now);
  return refused > Math.max(before.refused * 2, before.refused + mostRefused)
    ? `${refused} requests were answered with 5XX, and ${before.refused} in the same time before`
    : undefined;
}

/** How many functions are changed at once; Lambda takes fifteen changes a second of an account (Lambda quotas). */
const concurrency = 4;

async function forEach<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const inTurn = createWorkQueue(concurrency);
  await Promise.all(all.map((one) => inTurn(() => work(one))));
}

/** Publishes each function; returns those of which the alias names another version. A new function gets its alias at once. */
async function publishAll(names: readonly string[], versions: Versions): Promise<readonly ChangedFunction[]> {
  const changed: ChangedFunction[] = [];
  await forEach(names, async (name) => {
    const published = await versions.publish(name);
    const old = await versions.findCurrent(name);
    if (old === undefined) await versions.point(name, published);
    else if (old !== published) changed.push({ name, old, new: published });
  });
  return changed;
}

/** Waits while the new versions take their share of the calls. @throws TrialFailed as soon as something speaks against them */
async function tryVersions(
  changed: readonly ChangedFunction[],
  { share, minutes }: Trial,
  versions: Versions,
  observations: Observations,
  { now, sleep }: Clock,
): Promise<void> {
  const since = now();
  const lasts = minutes * 60_000;
  const before = {
    alarms: await observations.listAlarms(),
    refused: await observations.countRefused(new Date(since.getTime() - lasts), since),
  };
  await forEach(changed, ({ name, old, new: version }) => versions.point(name, old, { version, share }));
  while (now().getTime() - since.getTime() < lasts) {
    await sleep(checkEverySeconds * 1000);
    const reason = await findReason(changed, since, before, observations, now());
    if (reason !== undefined) throw new TrialFailed(reason);
  }
}

/**
 * Publishes the functions and has their aliases name the new versions, after a trial if there is one. When that fails, all
 * aliases name what they named before.
 * @returns the functions that have a new version
 * @throws TrialFailed with what speaks against the new versions
 */
export async function shiftVersions(
  names: readonly string[],
  trial: Trial | undefined,
  versions: Versions,
  observations: Observations,
  clock: Clock,
): Promise<readonly ChangedFunction[]> {
  const changed = await publishAll(names, versions);
  if (changed.length === 0) return changed;
  try {
    if (trial) await tryVersions(changed, trial, versions, observations, clock);
    await forEach(changed, ({ name, new: version }) => versions.point(name, version));
  } catch (error) {
    await forEach(changed, ({ name, old }) => versions.point(name, old));
    throw error;
  }
  // The one before stays, so that an alias can be set back manually.
  await forEach(changed, (one) => versions.removeOthers(one.name, [one.old, one.new]));
  return changed;
}
