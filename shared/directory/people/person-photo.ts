// The photo of a person: a stored file that the person's record refers to, shown by links that expire
// (docs/interface/crm.md#photos).
import * as z from 'zod';
import type { TenantStore } from '../../data/store.ts';
import { createSignedLink } from '../../files/signed-link.ts';
import { areaUrl } from '../../http/area-url.ts';

/** The reference to the file: all that a link to it, and its removal, need. So nothing shown costs a read. */
export const PhotoContent = z.strictObject({
  id: z.uuid(),
  sha256: z.string(),
  chunks: z.int().min(1),
  linkSecret: z.string(),
});
export type PhotoContent = z.infer<typeof PhotoContent>;

/** What a person is shown by: the photo, or the address of a picture elsewhere. */
interface Pictured {
  readonly photo?: Pick<PhotoContent, 'id' | 'linkSecret'> | undefined;
  readonly imageThumbUrl?: string | undefined;
}

/** The address of a person's picture; null for none. */
export type PresentPicture = (person: Pictured | undefined) => string | null;

/** What presenting pictures needs. */
export interface PictureContext {
  readonly presentPicture: PresentPicture;
}

/** The end of the next day (UTC): a link stays the same all day, and so do pages that show it, and is valid for a day at least. */
const getLinkEnd = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 2));

/**
 * Presents pictures of a tenant's people.
 * @param receivedAt real time, not a sandbox's
 */
export const createPicturePresenter =
  (tenant: Pick<TenantStore, 'code'>, receivedAt: Date): PresentPicture =>
  (person) =>
    person?.photo
      ? areaUrl('training', createSignedLink(tenant, person.photo, getLinkEnd(receivedAt)))
      : (person?.imageThumbUrl ?? null);
