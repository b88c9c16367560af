// Vacant seats: what is recorded of one, when a seat may be vacant, and how it is presented.

import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type CommitteePositionItem,
  findPosition,
} from '../../../../shared/directory/committees/committee-position.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import {
  findFilling,
  type VacancyContent,
  type VacancyItem,
  vacancyKey,
  vacancyStatusOn,
} from '../../../../shared/directory/committees/committee-vacancy.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { describeTerm } from '../../../../shared/time/in-force.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { loadNames, nameById } from './present.ts';
import { findSeatConflicts, isSameSeat } from './seat.ts';
import type { Seats } from './seats.ts';

/** The next version of a vacancy, and the change that writes it. */
export function writeVacancy(
  tenant: TenantStore,
  { before, id, content, now }: VacancyWrite,
  ifMatch?: IfMatch,
): { readonly after: VacancyItem; readonly change: Change } {
  const after = nextVersion('committee-vacancy', id, content, before, now);
  const condition = before
    ? ifUnchanged(before.version, ifMatch)
    : { condition: ifAbsent, onConflict: 'retry' as const };
  return { after, change: put(vacancyKey(tenant, after), after, condition) };
}

interface VacancyWrite {
  readonly before: VacancyItem | undefined;
  readonly id: string;
  readonly content: VacancyContent;
  readonly now: Date;
}

const requirePosition = (member: MembershipItem, { definitions }: Seats): CommitteePositionItem => {
  const position = findPosition(member, definitions.positions);
  if (position) return position;
  throw conflict(
    `${member.role} is no position of this tenant, and only positions are vacant: create a position of that name first.`,
    'positionId',
  );
};

/** The vacancy of a seat after a membership that ended. @throws Failure 409 when its role is no position */
export function buildVacancyAfter(
  member: MembershipItem & { readonly endDate: string },
  seats: Seats,
): VacancyContent {
  const { committeeId, regionId, electionTermId } = member;
  const term = seats.definitions.electionTerms.find(({ id }) => id === electionTermId);
  return {
    committeeId,
    positionId: requirePosition(member, seats).id,
    openedOn: addDays(member.endDate),
    formerMembershipId: member.id,
    ...omitUndefined({ regionId, electionTermId, remainderEnds: term?.endDate }),
  };
}

const isExclusive = ({ positionId }: { readonly positionId: string }, { definitions }: Seats): boolean =>
  definitions.positions.find(({ id }) => id === positionId)?.isExclusive === true;

/**
 * An exclusive seat is vacant once, and while nobody holds it.
 * @throws Failure 409 with the name of the holder, or the day since when it is vacant
 */
export async function assertVacant(
  tenant: TenantStore,
  { id, content }: { readonly id: string; readonly content: VacancyContent },
  seats: Seats,
): Promise<void> {
  if (!isExclusive(content, seats)) return;
  const { openedOn } = content;
  const name = seats.definitions.positions.find((each) => each.id === content.positionId)?.name;
  const day = { ...content, id: '', personId: '', role: name ?? '', startDate: openedOn, endDate: openedOn };
  const [holder] = findSeatConflicts(day, seats.memberships, seats.definitions.positions);
  if (holder) {
    const person = (await loadNames(tenant, [holder])).get(holder.personId) ?? 'Somebody';
    throw conflict(
      `${person} is ${holder.role} ${describeTerm(holder)}, so the seat is not vacant on ${openedOn}: end that membership first.`,
      'openedOn',
    );
  }
  const other = seats.vacancies.find(
    (vacancy) =>
      vacancy.id !== id &&
      vacancy.positionId === content.positionId &&
      isSameSeat(vacancy, content) &&
      ['open', 'upcoming'].includes(vacancyStatusOn(vacancy, seats.memberships, openedOn)),
  );
  if (other)
    throw conflict(
      `The seat is vacant already since ${other.openedOn}: fill or change that vacancy (${other.id}).`,
      'positionId',
    );
}

/** The open vacancy that a new membership fills: whoever is given an exclusive seat fills its vacancy. */
export const findFilledVacancy = (
  membership: {
    readonly positionId: string;
    readonly regionId?: string | undefined;
    readonly startDate?: string | undefined;
  },
  seats: Seats,
): VacancyItem | undefined =>
  membership.startDate !== undefined && isExclusive(membership, seats)
    ? seats.vacancies.find(
        (vacancy) =>
          vacancy.positionId === membership.positionId &&
          isSameSeat(vacancy, membership) &&
          vacancyStatusOn(vacancy, seats.memberships, membership.startDate ?? '') === 'open',
      )
    : undefined;

/** The vacancy in the interface's form. */
export function presentVacancy(
  vacancy: VacancyItem,
  { memberships, definitions }: Pick<Seats, 'memberships' | 'definitions'>,
  today: string,
) {
  const filling = findFilling(vacancy, memberships);
  const status = vacancyStatusOn(vacancy, memberships, today);
  return {
    id: vacancy.id,
    committeeId: vacancy.committeeId,
    positionId: vacancy.positionId,
    positionName: nameById(definitions.positions, vacancy.positionId),
    regionId: vacancy.regionId ?? null,
    regionName: nameById(definitions.regions, vacancy.regionId),
    electionTermId: vacancy.electionTermId ?? null,
    electionTermName: nameById(definitions.electionTerms, vacancy.electionTermId),
    status,
    openedOn: vacancy.openedOn,
    reason: vacancy.reason ?? null,
    fillBy: vacancy.fillBy ?? null,
    isOverdue: status === 'open' && vacancy.fillBy !== undefined && vacancy.fillBy < today,
    remainderEnds: vacancy.remainderEnds ?? null,
    formerMembershipId: vacancy.formerMembershipId ?? null,
    membershipId: filling?.id ?? null,
    filledOn: filling?.startDate ?? null,
    closedOn: vacancy.closedOn ?? null,
    closeReason: vacancy.closeReason ?? null,
    createdDate: vacancy.createdDate,
    modifiedDate: vacancy.modifiedDate,
  };
}
