// Each row stands for itself: what a provider can't give of one is a refused row, and the others are read. What concerns the provider as
// a whole (the key, its limit, its servers) ends or postpones the run.
import type { RefusedRow } from '../../../../shared/import/rows/row-source.ts';
import { refuseRow } from '../../sources/read/parse-safely.ts';
import { isOfRow } from './client.ts';

/** After so many refused rows in a row, something that the provider gave before is asked for again. */
export const ROWS_BEFORE_PROBE = 5;

/** What was asked for, or why it is refused. */
export type Asked<T> = { readonly value: T } | { readonly refused: RefusedRow };

/**
 * Asks for rows. @param probe asks for something that the provider gave before, and throws when it gives nothing at all
 */
export function createRowAsker(probe: () => Promise<unknown>) {
  let failed = 0;
  /** @throws ProviderPause, and what concerns the provider as a whole */
  return async function askForRow<T>(row: string, ask: () => Promise<T>): Promise<Asked<T>> {
    try {
      const value = await ask();
      failed = 0;
      return { value };
    } catch (error) {
      if (!isOfRow(error)) throw error;
      failed += 1;
      if (failed % ROWS_BEFORE_PROBE === 0) await probe();
      return { refused: refuseRow(row, error) };
    }
  };
}
