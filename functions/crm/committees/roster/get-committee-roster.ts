// GET /api/v1/committee/{committeeId}/Roster
import { presentQuorum } from '../../../../shared/directory/committees/committee.ts';
import { isVotingMembership } from '../../../../shared/directory/committees/committee-position.ts';
import type { MembershipItem } from '../../../../shared/directory/committees/committee-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { loadNames, nameById, presentMember } from '../members/present.ts';
import { requireSeats, todayOf } from '../members/seats.ts';
import { presentVacancy } from '../members/vacancy.ts';
import { countRequired, listVoters } from '../quorum/quorum.ts';
import { getCommitteeRoster } from './contract.ts';
import { buildRoster } from './roster.ts';

// One query for everything of the committee, one for the definitions, and the people by key.
export const handler = lambda(getCommitteeRoster, async (context) => {
  const { tenant, params, query } = context;
  const { date = todayOf(context) } = query;
  const seats = await requireSeats(tenant, params.committeeId);
  const { committee, memberships, definitions } = seats;
  const roster = buildRoster(seats, definitions.positions, date);
  const shown = roster.flatMap(({ holders, before, after }) => [...holders, ...before, ...after]);
  const people = await loadNames(tenant, shown);
  const nameOf = ({ personId }: MembershipItem): string => foldForSort(people.get(personId) ?? '');
  const presentAll = (members: readonly MembershipItem[]) =>
    members
      .toSorted((a, b) => compareTexts(nameOf(a), nameOf(b)))
      .map((member) => presentMember(member, { definitions, people }, date));
  const votingMembers = listVoters(memberships, definitions.positions, date).length;
  return ok({
    committeeId: committee.id,
    committeeName: committee.name,
    date,
    seats: roster.map(({ position, role, regionId, holders, vacancies, before, after }) => ({
      positionId: position?.id ?? null,
      positionName: position?.name ?? role,
      rank: position?.rank ?? null,
      isExclusive: position?.isExclusive ?? false,
      isVoting: isVotingMembership({ positionId: position?.id, role }, definitions.positions),
      regionId: regionId ?? null,
      regionName: nameById(definitions.regions, regionId),
      isVacant: holders.length === 0 || vacancies.length > 0,
      holders: presentAll(holders),
      vacancies: vacancies.map((vacancy) => presentVacancy(vacancy, seats, date)),
      before: presentAll(before),
      after: presentAll(after),
    })),
    quorum: {
      date,
      votingMembers,
      required: countRequired(votingMembers, committee.quorum),
      rule: presentQuorum(committee.quorum),
    },
  });
});
