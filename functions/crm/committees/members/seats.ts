// The memberships of a committee with what they refer to: what every decision about a seat reads.
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type CommitteeDefinitions,
  loadCommitteeDefinitions,
} from '../../../../shared/directory/committees/committee-definitions.ts';
import {
  type CommitteePartition,
  loadCommitteePartition,
} from '../../../../shared/directory/committees/committee-partition.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';

/** A committee's memberships, and the tenant's definitions. */
export interface Seats extends CommitteePartition {
  readonly definitions: CommitteeDefinitions;
}

/** The tenant's day. */
export const todayOf = ({
  settings,
  now,
}: {
  readonly settings: { readonly timeZone: string };
  readonly now: Date;
}): string => toLocalDate(settings.timeZone, now);

/** The memberships of a committee and the tenant's definitions. Two queries. */
export async function loadSeats(tenant: TenantStore, committeeId: string): Promise<Seats> {
  const [partition, definitions] = await Promise.all([
    loadCommitteePartition(tenant, committeeId.toLowerCase()),
    loadCommitteeDefinitions(tenant),
  ]);
  return { ...partition, definitions };
}

/**
 * The same for a committee that a path names.
 * @throws Failure 404
 */
export async function requireSeats(tenant: TenantStore, committeeId: string) {
  const { committee, ...seats } = await loadSeats(tenant, committeeId);
  if (!committee) throw notFound('committee', committeeId, 'committeeId');
  return { ...seats, committee };
}

/**
 * A membership by id, with the committee's others.
 * @throws Failure 404
 */
export async function requireMember(
  tenant: TenantStore,
  { committeeId, membershipId }: { readonly committeeId: string; readonly membershipId: string },
): Promise<{ readonly seats: Seats; readonly member: MembershipItem }> {
  const seats = await requireSeats(tenant, committeeId);
  const member = seats.memberships.find(({ id }) => id === membershipId.toLowerCase());
  if (!member) throw notFound('membership', membershipId, 'membershipId');
  return { seats, member };
}
