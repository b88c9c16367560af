// When the drop-down lists of a tenant are looked through for values that no record has any more: a day after a record changed
// that may have had one, and never where nothing changes (docs/events.md#what-is-due).
import { type Change, type Condition, listingAttributes, update } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { ChangeEvent } from './change-event.ts';

/** Whether a tenant's values are to be looked through. */
export interface ValuesSweepItem {
  readonly type: 'values-sweep';
  /** Present while a sweep is due: when, in epoch milliseconds of 15 digits. */
  readonly gsi1sk?: string | undefined;
}

/** Sweeps of listed values as work that is due. */
export const valuesSweepKind = { listing: 'VALUES-SWEEPS', moment: 'milliseconds' } as const;

const DAY = 24 * 3_600_000;

export const valuesSweepKey = (tenant: TenantStore): Key<ValuesSweepItem> =>
  tenant.key('VALUES-SWEEP', 'SWEEP');

/** Whether after a change a value may be in no record: one of a person or an organization changed, or a record went. */
export const mayLeaveValue = ({ type }: Pick<ChangeEvent, 'type'>): boolean =>
  /^(person|organization)\.(updated|removed)$/.test(type);

/** Whether a sweep is due that is still to come: it will see the changes of this moment. */
export const isSweepAhead = (sweep: ValuesSweepItem | undefined, now: Date): boolean =>
  sweep?.gsi1sk !== undefined && sweep.gsi1sk > formatDueTime(now.getTime());

/** Makes a sweep due a day later; one that is due by now or being done begins again then. */
export function scheduleValuesSweep(tenant: TenantStore, now: Date, condition?: Condition): Change {
  const key = valuesSweepKey(tenant);
  const listing = tenant.dueListing(valuesSweepKind.listing);
  return update(
    key,
    {
      set: {
        type: 'values-sweep',
        ...listingAttributes(key, { listing, sort: formatDueTime(now.getTime() + DAY) }),
      },
    },
    condition ? { condition, onConflict: 'retry' } : {},
  );
}

/** That no record changed since the sweep was read. */
const ifSame = ({ gsi1sk }: ValuesSweepItem): Condition => ({
  expression: 'gsi1sk = :seen',
  values: { ':seen': gsi1sk },
});

/** Ends a sweep, unless a record changed meanwhile. @param isAgain whether it is due again a day later */
export const endValuesSweep = (
  tenant: TenantStore,
  seen: ValuesSweepItem,
  isAgain: boolean,
  now: Date,
): Change =>
  isAgain
    ? scheduleValuesSweep(tenant, now, ifSame(seen))
    : update(
        valuesSweepKey(tenant),
        // The last two are those of an earlier version, which visited every tenant.
        { unset: ['gsi1pk', 'gsi1sk', 'gsi2pk', 'at', 'mayHaveUnused'] },
        { condition: ifSame(seen), onConflict: 'retry' },
      );
