// Cold starts: fresh processes, each contender in turn, in several rounds.
import { startProcess } from './measured/measured-process.ts';
import type { ReadyContender } from './rehearsal.ts';
import { rotate } from './rotate.ts';
import { computeSpread, type Spread } from './statistics.ts';

/** The times of a contender's cold starts, in milliseconds. */
export interface ColdResult {
  readonly contender: ReadyContender;
  readonly load: Spread;
  readonly answer: Spread;
  readonly total: Spread;
  /** Processor time, user and system, of all threads. */
  readonly cpu: Spread;
}

/** Measures every contender `runs` times. The first round, which fills the system's file cache, does not count. */
export async function measureCold(
  entrants: readonly ReadyContender[],
  runs: number,
  onProgress: (what: string) => void,
): Promise<readonly ColdResult[]> {
  const measured = new Map(
    entrants.map((contender) => [contender, { load: [], answer: [], total: [], cpu: [] } as Samples]),
  );
  for (let round = 0; round <= runs; round += 1) {
    onProgress(round === 0 ? 'cold: warming the file cache' : `cold: round ${round} of ${runs}`);
    for (const contender of rotate(entrants, round)) {
      const child = await startProcess(contender.subject);
      await child.stop();
      const { load, answer, total, cpu, reply } = child.cold;
      if (reply.statusCode !== 200)
        throw new Error(`${contender.name} answered ${reply.statusCode}: ${reply.body}`);
      if (round === 0) continue;
      const numbers = measured.get(contender);
      numbers?.load.push(load);
      numbers?.answer.push(answer);
      numbers?.total.push(total);
      numbers?.cpu.push(cpu);
    }
  }
  return [...measured].map(([contender, { load, answer, total, cpu }]) => ({
    contender,
    load: computeSpread(load),
    answer: computeSpread(answer),
    total: computeSpread(total),
    cpu: computeSpread(cpu),
  }));
}

type Samples = Readonly<Record<'load' | 'answer' | 'total' | 'cpu', number[]>>;
