// GET /api/v1/MailSeries/{id}/Members
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { readCursorPage } from '../../../../../shared/lists/cursor.ts';
import { requireSeries } from '../../../../../shared/mail-series/series.ts';
import { querySeriesMembers, seriesMemberSort } from '../../../../../shared/mail-series-members/member.ts';
import { presentCursorPage } from '../../../lists/search.ts';
import { listMailSeriesMembers } from './contract.ts';
import { presentMember } from './present.ts';

export const handler = lambda(listMailSeriesMembers, async ({ tenant, params, query }) => {
  const { id } = await requireSeries(tenant, params.id);
  return ok(
    await presentCursorPage(query, async (page) => {
      const { items, next } = await readCursorPage(
        `mail-series ${id}`,
        page,
        seriesMemberSort,
        async (limit, after) => (await querySeriesMembers(tenant, id, limit, after)).items,
      );
      const people = await peopleById(
        tenant,
        items.map(({ personId }) => personId),
      );
      return { data: items.map((item, index) => presentMember(item.personId, people[index], item)), next };
    }),
  );
});
