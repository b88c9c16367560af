// GET /api/v1/Broadcasts/{id}/Links
import { countClicks, loadFigures } from '../../../../../shared/broadcast-figures/figures.ts';
import { requireBroadcast } from '../../../../../shared/broadcasts/store.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { listBroadcastLinks } from './contract.ts';
import { loadLinks, OTHER_LINK } from './named-links.ts';

export const handler = lambda(listBroadcastLinks, async ({ tenant, params }) => {
  const { id } = await requireBroadcast(tenant, params.id);
  const [addresses, figures] = await Promise.all([loadLinks(tenant, id), loadFigures(tenant, id)]);
  const present = (linkId: string, address: string | null) => ({
    ...{ id: linkId, address, clicked: countClicks(figures, linkId) },
  });
  const other = present(OTHER_LINK, null);
  return ok({
    data: [
      ...addresses.map((address, index) => present(String(index), address)),
      ...(other.clicked > 0 ? [other] : []),
    ],
  });
});
