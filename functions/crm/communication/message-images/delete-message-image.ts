// DELETE /api/v1/MessageImages/{imageId}
import { findBroadcast, loadTexts } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { findTemplate } from '../message-templates/template.ts';
import { deleteMessageImage } from './contract.ts';
import { listImageIds } from './record/image-address.ts';
import { deleteImage, type ImageUseItem, loadUses, requireImage } from './record/store.ts';

/** What uses the picture now, in words; a use that was noted once may be over. */
async function describeUse(
  tenant: TenantStore,
  imageId: string,
  { by, id }: ImageUseItem,
): Promise<string | undefined> {
  if (by === 'template') {
    const template = await findTemplate(tenant, id);
    return template && listImageIds(tenant, template.mjml).includes(imageId)
      ? `the template ${template.name}`
      : undefined;
  }
  const broadcast = await findBroadcast(tenant, id);
  if (!broadcast || ['sent', 'cancelled'].includes(broadcast.status)) return undefined;
  const { mjml } = await loadTexts(tenant, id);
  return listImageIds(tenant, mjml).includes(imageId) ? `the broadcast ${broadcast.name}` : undefined;
}

export const handler = lambda(deleteMessageImage, async ({ tenant, params }) => {
  const image = await requireImage(tenant, params.imageId);
  const { uses, ifNoMore } = await loadUses(tenant, image.id);
  const current = (await Promise.all(uses.map((use) => describeUse(tenant, image.id, use)))).filter(
    (use) => use !== undefined,
  );
  if (current.length > 0)
    throw conflict(
      `${image.name} is used by ${current.slice(0, 5).join(', ')}${current.length > 5 ? ` and ${current.length - 5} more` : ''}.`,
    );
  return write(deleteImage(tenant, image, uses, ifNoMore), noContent());
});
