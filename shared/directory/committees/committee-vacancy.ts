// A vacancy of a committee: a seat that nobody holds from a day on, until somebody fills it for the remainder of the term.
import * as z from 'zod';
import type { Key, TenantStore } from '../../data/store.ts';
import { day, line } from '../record/fields.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { MembershipContent } from './committee.ts';

/** The stored content of a vacancy. Whether it is filled follows from the membership that fills it. */
export const VacancyContent = z.strictObject({
  committeeId: z.uuid(),
  positionId: z.uuid(),
  regionId: z.uuid().optional(),
  electionTermId: z.uuid().optional(),
  /** The first day on which nobody holds the seat. */
  openedOn: day,
  reason: line(500).optional(),
  fillBy: day.optional(),
  /** The last day of the term whose remainder is to be filled. */
  remainderEnds: day.optional(),
  formerMembershipId: z.uuid().optional(),
  membershipId: z.uuid().optional(),
  /** The day from which the seat is no longer to be filled. */
  closedOn: day.optional(),
  closeReason: line(500).optional(),
});
export type VacancyContent = z.infer<typeof VacancyContent>;
export type VacancyItem = VacancyContent & StoredRecord<'committee-vacancy'>;

export const vacancyKey = (
  tenant: TenantStore,
  { committeeId, id }: { readonly committeeId: string; readonly id: string },
): Key<VacancyItem> => tenant.key(`COMMITTEE#${committeeId}`, `VACANCY#${id}`);

/** The membership that fills a vacancy; a voided one never did. */
export const findFilling = <M extends MembershipContent & { readonly id: string }>(
  { membershipId }: Pick<VacancyContent, 'membershipId'>,
  memberships: readonly M[],
): M | undefined => memberships.find(({ id, voidedDate }) => id === membershipId && voidedDate === undefined);

export type VacancyStatus = 'upcoming' | 'open' | 'filled' | 'closed';

/** What a vacancy is on a day. */
export function vacancyStatusOn(
  vacancy: VacancyContent,
  memberships: readonly (MembershipContent & { readonly id: string })[],
  today: string,
): VacancyStatus {
  const filling = findFilling(vacancy, memberships);
  if (filling && (filling.startDate === undefined || filling.startDate <= today)) return 'filled';
  if (vacancy.closedOn !== undefined && vacancy.closedOn <= today) return 'closed';
  return today < vacancy.openedOn ? 'upcoming' : 'open';
}
