// Everything that is stored with a committee, in one query, and the guard that lets decisions about its seats follow one
// another.
import { type Change, ifAbsent, ifVersion, put } from '../../data/changes.ts';
import type { Key, TenantStore } from '../../data/store.ts';
import type { CommitteeItem, MembershipItem } from './committee-store.ts';
import type { VacancyItem } from './committee-vacancy.ts';

/** Changes with every membership and vacancy that a request writes: of two for the same seat, the second one sees the first. */
interface SeatsGuardItem {
  readonly type: 'committee-seats';
  readonly version: number;
}

const guardKey = (tenant: TenantStore, committeeId: string): Key<SeatsGuardItem> =>
  tenant.key(`COMMITTEE#${committeeId}`, 'SEATS');

/** What is stored with a committee. */
export interface CommitteePartition {
  readonly committee: CommitteeItem | undefined;
  /** Voided ones included. */
  readonly memberships: readonly MembershipItem[];
  readonly vacancies: readonly VacancyItem[];
  /** The change that makes a decision by these records fail, and be made again, after another one. */
  readonly guard: () => Change;
}

/** Loads what is stored with a committee, as it is now. One query. */
export async function loadCommitteePartition(tenant: TenantStore, id: string): Promise<CommitteePartition> {
  const items = await tenant.queryAll(
    tenant.partition<CommitteeItem | MembershipItem | VacancyItem | SeatsGuardItem>(`COMMITTEE#${id}`),
    { consistent: true },
  );
  const guard = items.find((item) => item.type === 'committee-seats');
  return {
    committee: items.find((item) => item.type === 'committee'),
    memberships: items.filter((item) => item.type === 'membership'),
    vacancies: items.filter((item) => item.type === 'committee-vacancy'),
    guard: () =>
      put(
        guardKey(tenant, id),
        { type: 'committee-seats', version: (guard?.version ?? 0) + 1 },
        { condition: guard ? ifVersion(guard.version) : ifAbsent, onConflict: 'retry' },
      ),
  };
}
