// Runs asynchronous work with limited concurrency.

/** Runs `work` for each value, at most `concurrency` at a time. Throws the first failure once all have ended. */
export async function forEachConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...all];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
