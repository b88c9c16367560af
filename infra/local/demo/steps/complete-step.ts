// Steps of seeding. On a folder of an earlier version people may have changed or deleted anything that a step needs.
import { describeError } from '../../triggers/schedule.ts';

/** Runs a step. One that fails on the data of an earlier start is left out, with a line that says so. */
export async function completeStep<T>(isAgain: boolean, step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (!isAgain) throw error;
    console.error(
      `A part of the demo data is left as it is, because people changed it: ${describeError(error)}`,
    );
    return undefined;
  }
}
