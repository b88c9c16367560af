// GET /api/v1/advocacy/engagement

import { displayName, isActivePerson } from '../../../../shared/directory/people/person.ts';
import { peopleInList } from '../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../shared/lists/cursor.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { presentCursorPage } from '../../lists/search.ts';
import { listEngagedPeople } from './contract.ts';
import { presentAge, presentContributions } from './present.ts';
import { loadRules, loadRun, ranking, rankingSort } from './record/store.ts';

export const handler = lambda(listEngagedPeople, async ({ tenant, settings, query, now }) => {
  const today = toLocalDate(settings.timeZone, now);
  const listing = ranking(tenant);
  const [page, rules, run] = await Promise.all([
    presentCursorPage(query, async (request) => {
      const { items, next } = await readCursorPage(listing.name, request, rankingSort, (limit, from) =>
        tenant.queryAll(listing, { from, limit }),
      );
      const people =
        items.length === 0
          ? []
          : await peopleInList(
              tenant,
              items.map(({ personId }) => personId),
            );
      const data = items.flatMap(({ personId, points, contributions }, index) => {
        const person = people[index];
        if (!person || !isActivePerson(person, today)) return [];
        const organizationName = person.organizationName ?? null;
        return [
          {
            personId,
            name: displayName(person),
            organizationName,
            points,
            contributions: presentContributions(contributions),
          },
        ];
      });
      return { data, next };
    }),
    loadRules(tenant),
    loadRun(tenant),
  ]);
  return ok({ ...page, ...presentAge(rules, run) });
});
