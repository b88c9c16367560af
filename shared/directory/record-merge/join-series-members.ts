// Two people who are in a series become one when they are merged: who remains continues once, with the steps that either has had.
import { type Change, ifVersion, update } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { listMemberAttributes, type SeriesMemberItem } from '../../mail-series-members/member.ts';
import { type StoredItem, toKey } from '../../merges/stored-item.ts';

/** Who has had all of it has had it, and who waits continues: whether they still may is asked at the next step. */
const order = ['left', 'waiting', 'done'] as const;

const toMember = (item: StoredItem): SeriesMemberItem => item as unknown as SeriesMemberItem;

/** The change of the remaining person's place. The next step is planned anew when it is due. */
export function joinSeriesMembers(tenant: TenantStore, item: StoredItem, existing: StoredItem): Change[] {
  const [gone, kept] = [toMember(item), toMember(existing)];
  const [first = kept, second = gone] = [kept, gone].toSorted(
    (a, b) => order.indexOf(b.status) - order.indexOf(a.status),
  );
  const isFurther = first.status === second.status && second.taken.length > first.taken.length;
  const { status, since, stepId, dueAt, reason, leftDate } = isFurther ? second : first;
  const taken = [...new Set([...kept.taken, ...gone.taken])];
  const set = { status, since, stepId, dueAt, reason, leftDate, taken, version: kept.version + 1 };
  const listed = listMemberAttributes(tenant, { ...kept, ...set });
  const absent = Object.entries(set).flatMap(([name, value]) => (value === undefined ? [name] : []));
  return [
    update(
      toKey(tenant, existing),
      {
        set: { ...set, ...listed },
        unset: [...absent, ...(listed ? [] : ['gsi1pk', 'gsi1sk', 'gsi2pk'])],
      },
      { condition: ifVersion(kept.version), onConflict: 'retry' },
    ),
  ];
}
