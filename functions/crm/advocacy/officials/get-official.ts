// GET /api/v1/advocacy/officials/{officialId}
import {
  committeesById,
  listPersonCommittees,
} from '../../../../shared/directory/committees/committee-store.ts';
import { staffByOfficial } from '../../../../shared/directory/officials/political-relationship.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { loadPresentContext, presentPersonTo } from '../../people/presentation/present.ts';
import { getOfficial } from './contract.ts';
import { isCurrent, presentCommittees, presentOfficial, presentStaff } from './present-official.ts';
import { requireOfficial } from './require-official.ts';

export const handler = lambda(getOfficial, async (context) => {
  const { tenant, params } = context;
  const person = await requireOfficial(tenant, params.officialId);
  const [present, seats, staff] = await Promise.all([
    loadPresentContext(context, []),
    listPersonCommittees(tenant, person.id),
    tenant.queryAll(staffByOfficial(tenant, person.id)),
  ]);
  const [currentSeats, currentStaff] = [
    seats.filter(isCurrent(present.today)),
    staff.filter(isCurrent(present.today)),
  ];
  const [committees, people] = await Promise.all([
    currentSeats.length === 0
      ? []
      : committeesById(tenant, [...new Set(currentSeats.map(({ committeeId }) => committeeId))]),
    currentStaff.length === 0
      ? []
      : peopleById(tenant, [...new Set(currentStaff.map(({ personId }) => personId))]),
  ]);
  return ok({
    ...presentOfficial(person, presentPersonTo(context, person, present)),
    committees: presentCommittees(currentSeats, committees),
    staff: presentStaff(context, currentStaff, people),
  });
});
