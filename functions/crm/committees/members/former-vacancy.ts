// The vacancies that a membership left: its end opens one, and they follow its last day.

import { type Change, remove } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import {
  findFilling,
  VacancyContent,
  type VacancyItem,
  vacancyKey,
} from '../../../../shared/directory/committees/committee-vacancy.ts';
import { pickContent } from '../../../../shared/directory/record/stored.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';
import { loadNames } from './present.ts';
import type { Seats } from './seats.ts';
import { assertVacant, buildVacancyAfter, writeVacancy } from './vacancy.ts';

/** What the end of a membership says of the vacancy that it opens. */
export type OpenedVacancy = Pick<VacancyContent, 'reason' | 'fillBy'>;

interface FollowContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly newId: () => string;
}

/** The vacancy from another day on: days that it set before are no longer true. */
function openOn(content: VacancyContent, openedOn: string): VacancyContent {
  const { fillBy, closedOn, ...rest } = content;
  return {
    ...{ ...rest, openedOn },
    ...(fillBy !== undefined && fillBy >= openedOn && { fillBy }),
    ...(closedOn !== undefined && { closedOn: closedOn < openedOn ? openedOn : closedOn }),
  };
}

/** @throws Failure 409 when a person who fills the vacancy begins before the membership ends */
async function assertEndsBefore(
  tenant: TenantStore,
  { endDate }: MembershipItem,
  vacancy: VacancyItem,
  { memberships }: Seats,
): Promise<void> {
  const filling = findFilling(vacancy, memberships);
  if (!filling || (endDate !== undefined && (filling.startDate ?? '') > endDate)) return;
  const name = (await loadNames(tenant, [filling])).get(filling.personId) ?? 'A person';
  throw conflict(
    `${name} has filled the vacancy after this membership ${describeTerm(filling)}: void or change that membership (${filling.id}) first.`,
    'endDate',
  );
}

/** A vacancy after the day that the membership ends on now; undefined where it does not end. */
function followEnd(vacancy: VacancyItem, before: MembershipItem, after: MembershipItem) {
  if (after.endDate === undefined) return undefined;
  const content = pickContent<VacancyContent>(VacancyContent, vacancy);
  const opensNext = before.endDate !== undefined && vacancy.openedOn === addDays(before.endDate);
  return opensNext || vacancy.openedOn <= after.endDate ? openOn(content, addDays(after.endDate)) : content;
}

/**
 * The changes of the vacancies that a membership left: with another last day they open on the day after it, and without one
 * they are removed. With `opened`, the one that is open gets the reason and the day of the request, or a new one is opened.
 * @throws Failure 409 when the seat is filled or not vacant then
 */
export async function followMembership(
  { tenant, now, newId }: FollowContext,
  before: MembershipItem,
  after: MembershipItem,
  seats: Seats,
  opened?: OpenedVacancy,
): Promise<Change[]> {
  const left = seats.vacancies.filter(({ formerMembershipId }) => formerMembershipId === after.id);
  const isOpen = (vacancy: VacancyItem): boolean =>
    vacancy.closedOn === undefined && !findFilling(vacancy, seats.memberships);
  const named = opened && left.find(isOpen);
  const changes: Change[] = [];
  for (const vacancy of before.endDate === after.endDate ? (named ? [named] : []) : left) {
    await assertEndsBefore(tenant, after, vacancy, seats);
    const content = followEnd(vacancy, before, after);
    if (!content) {
      changes.push(remove(vacancyKey(tenant, vacancy), ifUnchanged(vacancy.version, undefined)));
      continue;
    }
    const { id, openedOn } = vacancy;
    if (openedOn !== content.openedOn && isOpen(vacancy)) await assertVacant(tenant, { id, content }, seats);
    const next = vacancy === named ? { ...content, ...opened } : content;
    changes.push(writeVacancy(tenant, { before: vacancy, id, content: next, now }).change);
  }
  const { endDate } = after;
  if (!opened || named || endDate === undefined) return changes;
  const id = newId();
  const content = { ...buildVacancyAfter({ ...after, endDate }, seats), ...opened };
  await assertVacant(tenant, { id, content }, seats);
  return [...changes, writeVacancy(tenant, { before: undefined, id, content, now }).change];
}
