// GET /api/v1/advocacy/officials/{officialId}/advocates

import { contactsByOfficial } from '../../../../shared/directory/officials/official-contact.ts';
import { relationshipsByOfficial } from '../../../../shared/directory/officials/political-relationship.ts';
import { isActivePerson } from '../../../../shared/directory/people/person.ts';
import { peopleInList } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { deriveOfficeDivision } from '../../../../shared/legislature/constituents.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { requirePerson } from '../../people/write-person.ts';
import { compareAdvocates, listCandidates, rateAdvocate } from './advocates.ts';
import { listOfficialAdvocates, MAX_CONTACTS, MAX_KNOWN } from './contract.ts';
import { presentAge } from './present.ts';
import { loadRules, loadRun, loadScores } from './record/store.ts';

export const handler = lambda(listOfficialAdvocates, async ({ tenant, settings, params, query, now }) => {
  const today = toLocalDate(settings.timeZone, now);
  const official = await requirePerson(tenant, params.officialId);
  const office = (official.offices ?? []).findLast((each) => isInForce(each, today));
  const [known, contacts, rules, run] = await Promise.all([
    tenant.queryAll(relationshipsByOfficial(tenant, official.id), { limit: MAX_KNOWN }),
    tenant.queryAll(contactsByOfficial(tenant, official.id), { limit: MAX_CONTACTS, backward: true }),
    loadRules(tenant),
    loadRun(tenant),
  ]);
  const facts = {
    ...{ relationships: known.filter((each) => isInForce(each, today)), contacts, today },
    ...{ division: office && deriveOfficeDivision(office), settings: rules.settings },
  };
  const ids = listCandidates(facts);
  const [people, scores] =
    ids.length === 0 ? [[], []] : await Promise.all([peopleInList(tenant, ids), loadScores(tenant, ids)]);
  const data = people.flatMap((person, index) =>
    person && person.id !== official.id && isActivePerson(person, today)
      ? [rateAdvocate(person, scores[index], facts)]
      : [],
  );
  return ok({ data: data.sort(compareAdvocates).slice(0, query.pageSize), ...presentAge(rules, run) });
});
