// Bursts: updates of one record that follow one another become one change.
import type { ChangeEvent } from './change-event.ts';
import { maxBelongsTo } from './record-types.ts';

/** Two updates of a record as one: the id, version and time of the second, with the fields of both. */
function mergeUpdates(first: ChangeEvent, second: ChangeEvent): ChangeEvent {
  const fields = [...new Set([...first.data.fields, ...second.data.fields])].sort();
  const all = [...(first.data.belongsTo ?? []), ...(second.data.belongsTo ?? [])];
  const belongsTo = [...new Map(all.map((each) => [`${each.type}/${each.id}`, each])).values()];
  const data = {
    ...second.data,
    fields,
    ...(belongsTo.length > 0 && { belongsTo: belongsTo.slice(0, maxBelongsTo) }),
  };
  return { ...second, data };
}

/** Whether a change may become one with another of its record: a change of a state is sent by itself. */
export const isPlainUpdate = ({ type, data }: Pick<ChangeEvent, 'type' | 'data'>): boolean =>
  type.endsWith('.updated') && data.states === undefined;

/**
 * The changes with the updates of a record that follow one another merged into the last of them: a record that changes a
 * hundred times is sent once. A change that is not `isMergeable` stays as it is, and separates those around it. The same
 * changes always merge in the same way, so repeated ones have the same ids.
 */
export function mergeBursts<C extends { readonly event: ChangeEvent }>(
  changes: readonly C[],
  isMergeable: (change: C) => boolean = ({ event }) => isPlainUpdate(event),
): C[] {
  const merged: (C | undefined)[] = [];
  const lastOf = new Map<string, number>();
  for (const change of changes) {
    const { source, type, subject } = change.event;
    const record = `${source} ${type.replace(/\.\w+$/, '')} ${subject}`;
    const index = lastOf.get(record);
    const last = index === undefined ? undefined : merged[index];
    const isBurst = last !== undefined && isMergeable(last) && isMergeable(change);
    if (isBurst && index !== undefined) merged[index] = undefined;
    const event = isBurst ? mergeUpdates(last.event, change.event) : change.event;
    lastOf.set(record, merged.push({ ...change, event }) - 1);
  }
  return merged.filter((change) => change !== undefined);
}
