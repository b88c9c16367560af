// The cold start: fresh processes, each contender in turn, round after round.
import { startChild } from './measured-process.ts';
import type { Entrant } from './rehearsal.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { turned } from './rotate.ts';

/** What a contender's cold start takes, in milliseconds. */
export interface ColdResult {
  readonly entrant: Entrant;
  readonly load: Spread;
  readonly answer: Spread;
  readonly total: Spread;
  /** Of a core, user and system, on all threads. */
  readonly cpu: Spread;
}

/** Measures every contender `runs` times. A first round, which fills the system's file cache, does not count. */
export async function measureCold(
  entrants: readonly Entrant[],
  runs: number,
  onProgress: (what: string) => void,
): Promise<readonly ColdResult[]> {
  const measured = new Map(
    entrants.map((entrant) => [entrant, { load: [], answer: [], total: [], cpu: [] } as Numbers]),
  );
  for (let round = 0; round <= runs; round += 1) {
    onProgress(round === 0 ? 'cold: warming the file cache' : `cold: round ${round} of ${runs}`);
    for (const entrant of turned(entrants, round)) {
      const child = await startChild(entrant.subject);
      await child.stop();
      const { load, answer, total, cpu, reply } = child.cold;
      if (reply.statusCode !== 200)
        throw new Error(`${entrant.name} answered ${reply.statusCode}: ${reply.body}`);
      if (round === 0) continue;
      const numbers = measured.get(entrant);
      numbers?.load.push(load);
      numbers?.answer.push(answer);
      numbers?.total.push(total);
      numbers?.cpu.push(cpu);
    }
  }
  return [...measured].map(([entrant, { load, answer, total, cpu }]) => ({
    entrant,
    load: spreadOf(load),
    answer: spreadOf(answer),
    total: spreadOf(total),
    cpu: spreadOf(cpu),
  }));
}

type Numbers = Readonly<Record<'load' | 'answer' | 'total' | 'cpu', number[]>>;
