// GET /api/v1/people/{id}/Committees
import { loadCommitteeDefinitions } from '../../../../shared/directory/committees/committee-definitions.ts';
import {
  committeesById,
  listPersonCommittees,
} from '../../../../shared/directory/committees/committee-store.ts';
import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { listTermsOfPerson } from './contract.ts';
import { presentMember } from './present.ts';
import { todayOf } from './seats.ts';
import { sumTerms } from './terms-served.ts';

export const handler = lambda(listTermsOfPerson, async (context) => {
  const { tenant, params } = context;
  const personId = params.id.toLowerCase();
  const [person, memberships, definitions] = await Promise.all([
    personById(tenant, personId),
    listPersonCommittees(tenant, personId),
    loadCommitteeDefinitions(tenant),
  ]);
  if (!person) throw notFound('person', params.id);
  const ids = [...new Set(memberships.map(({ committeeId }) => committeeId))];
  const committees = ids.length === 0 ? [] : await committeesById(tenant, ids);
  const names = new Map(committees.flatMap((each) => (each ? [[each.id, each.name] as const] : [])));
  const nameOf = (committeeId: string): string | null => names.get(committeeId) ?? null;
  const today = todayOf(context);
  const people = new Map([[person.id, displayName(person)]]);
  const latestFirst = memberships.toSorted((a, b) => compareTexts(b.startDate ?? '', a.startDate ?? ''));
  return ok({
    personId,
    memberships: latestFirst.map((membership) => ({
      ...presentMember(membership, { definitions, people }, today),
      committeeName: nameOf(membership.committeeId),
    })),
    termsServed: sumTerms(latestFirst, definitions.positions, today).map((terms) => ({
      ...terms,
      committeeName: nameOf(terms.committeeId),
    })),
  });
});
