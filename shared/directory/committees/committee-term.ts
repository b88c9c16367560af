// The terms of a person in committees as the person's record has them: copies of the memberships that requests saved, so
// that a list of people shows and filters them without reading memberships.
import * as z from 'zod';
import { omitUndefined } from '../../values/omit-undefined.ts';
import { day, line } from '../record/fields.ts';
import type { MembershipContent } from './committee.ts';

/** A term of a person; its id is that of the membership. */
export const CommitteeTermContent = z.strictObject({
  id: z.uuid(),
  committeeId: z.uuid(),
  positionId: z.uuid(),
  role: line(100),
  electionTermId: z.uuid().optional(),
  regionId: z.uuid().optional(),
  startDate: day.optional(),
  endDate: day.optional(),
});
export type CommitteeTermContent = z.infer<typeof CommitteeTermContent>;

/** The longest list; of more terms the last ones are kept. */
export const MAX_TERMS = 200;

/** A person's terms after a membership was written. A voided one is none; those of imports, without a position, neither. */
export function replaceTerm(
  terms: readonly CommitteeTermContent[],
  { id, positionId, ...membership }: MembershipContent & { readonly id: string },
): CommitteeTermContent[] {
  const { committeeId, role, electionTermId, regionId, startDate, endDate, voidedDate } = membership;
  const others = terms.filter((term) => term.id !== id);
  if (positionId === undefined || voidedDate !== undefined) return others;
  const term = {
    ...{ id, committeeId, positionId, role },
    ...omitUndefined({ electionTermId, regionId, startDate, endDate }),
  };
  return [...others, term].slice(-MAX_TERMS);
}
