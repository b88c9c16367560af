// Pictures for messages in the interface's form.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { presentRecord } from '../../committees/definitions/definition.ts';
import { buildImageAddress } from './record/image-address.ts';
import type { MessageImageItem } from './record/message-image.ts';

export function presentImage(tenant: Pick<TenantStore, 'code'>, image: MessageImageItem) {
  const { isActive: _, ...record } = presentRecord(image, tenant.code);
  const { contentType, width, height, size } = image;
  return { ...record, contentType, width, height, size, address: buildImageAddress(tenant, image) };
}
