// Runs asynchronous work for each of many values, with limited concurrency.
import { createWorkQueue } from './work-queue.ts';

/** Runs `work` for each value, at most `concurrency` at a time. Throws the first failure once all have ended. */
export async function forEachConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const inTurn = createWorkQueue(concurrency);
  const failures: unknown[] = [];
  await Promise.all(
    all.map((item) => inTurn(() => work(item)).catch((error: unknown) => failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
}
