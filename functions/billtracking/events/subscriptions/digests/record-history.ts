// The states that a record had during the period of a digest, from which old and new values are reported.
import type { ChangedValues } from '../../../../../shared/change-feed/changed-values.ts';

/** A value that a person reads, and those it had before in the period, the oldest first. */
export interface ValueHistory {
  readonly current: string;
  readonly earlier: readonly string[];
}

/**
 * The states of a record, the present one last, from the values that its changes recorded. A change without recorded
 * values is skipped.
 */
export function rebuildStates<R extends object>(
  record: R,
  changes: readonly (ChangedValues | undefined)[],
): readonly R[] {
  const states: R[] = [record];
  for (const values of changes.toReversed())
    if (values) {
      const oldValues = Object.entries(values).map(([field, { oldValue }]) => [field, oldValue ?? undefined]);
      states.unshift({ ...(states[0] ?? record), ...Object.fromEntries(oldValues) });
    }
  return states;
}

/** How one aspect of a record changed, as text; equal neighbours are one value. */
export function buildHistory<R>(states: readonly R[], format: (state: R) => string): ValueHistory {
  const texts = states.map(format).filter((text, index, all) => index === 0 || text !== all[index - 1]);
  return { current: texts.at(-1) ?? '', earlier: texts.slice(0, -1) };
}

/** `was Room A, then Room B`; undefined when nothing changed. `none` tells an empty value. */
export const formatEarlier = ({ earlier }: ValueHistory, none = 'not known'): string | undefined =>
  earlier.length === 0 ? undefined : `was ${earlier.map((text) => text || none).join(', then ')}`;

/** `Room C (was Room A, then Room B)` */
export function formatHistory(history: ValueHistory, none = 'not known'): string {
  const was = formatEarlier(history, none);
  const current = history.current || none;
  return was === undefined ? current : `${current} (${was})`;
}
