// POST /api/1.0/Advocacy/Champaign/{id}/participants/list
import { countedParticipants } from '../../../../shared/directory/officials/campaign-participation.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { loadCountedPage, takePage } from '../../../../shared/lists/page.ts';
import { sortsAscending } from '../../../../shared/lists/query.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { mapPeopleById } from '../../people-by-id.ts';
import { requireCampaign } from '../campaigns/store.ts';
import { listCampaignParticipants } from './contract.ts';
import { presentParticipant } from './present.ts';

export const handler = lambda(
  listCampaignParticipants,
  async ({ params, body, tenant, caller, settings }) => {
    const list = countedParticipants(tenant, params.id);
    const page = toPageRequest(body);
    const isAscending = sortsAscending(body, false);
    const [, { items, total }] = await Promise.all([
      requireCampaign(tenant, params.id),
      isAscending
        ? list.between({}).then((all) => ({ items: takePage(all.toReversed(), page), total: all.length }))
        : loadCountedPage(list, page),
    ]);
    const people = await mapPeopleById(
      tenant,
      items.map(({ personId }) => personId),
    );
    return pageReply(
      items.map((item) => presentParticipant({ caller, settings }, item, people.get(item.personId))),
      body,
      total,
    );
  },
);
