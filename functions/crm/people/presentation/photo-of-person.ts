// What writes of a person mean for the photo.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { findLinkedFile } from '../../../../shared/files/signed-link.ts';
import { removeFile, restoreFile, withdrawFile } from '../../../../shared/files/stored-file.ts';
import type { PersonInput } from './schemas.ts';

/** The input without the link that the person was shown with: whoever sends it back changes nothing. */
export function omitOwnLink<I extends Partial<PersonInput>>(
  tenant: TenantStore,
  { photo }: PersonContent,
  input: I,
): I {
  const linked = input.imageThumbUrl ? findLinkedFile(tenant, input.imageThumbUrl) : undefined;
  if (linked === undefined || linked !== photo?.id) return input;
  const { imageThumbUrl: _, ...others } = input;
  return others as I;
}

/** A link to another photo would soon lead nowhere. */
export const checkPicture = (tenant: TenantStore, { imageThumbUrl }: Partial<PersonInput>): ErrorDetail[] =>
  imageThumbUrl && findLinkedFile(tenant, imageThumbUrl) !== undefined
    ? [
        {
          code: 'NOT_ALLOWED',
          target: 'imageThumbUrl',
          message:
            'imageThumbUrl is a link to a photo that expires, and not to the present photo of this person. Send the address of a picture on the web, or upload the photo with PUT people/{id}/Photo.',
        },
      ]
    : [];

/** The photo that a person no longer has goes with the write. */
export const removeFormerPhoto = (
  tenant: TenantStore,
  before: PersonContent,
  after: PersonContent,
): readonly Change[] =>
  before.photo && before.photo.id !== after.photo?.id ? removeFile(tenant, before.photo) : [];

/** Days after which a photo that a merge took away is removed: one more than those in which it can be undone. */
const MERGED_PHOTO_DAYS = 31;

/** The photos that a merge takes away: no link leads to them, but an undo of the merge can restore them. */
export const withdrawPhotos = (
  tenant: TenantStore,
  before: readonly PersonContent[],
  after: PersonContent,
  receivedAt: Date,
): readonly Change[] =>
  before.flatMap(({ photo }) =>
    photo && photo.id !== after.photo?.id
      ? withdrawFile(tenant, photo, new Date(receivedAt.getTime() + MERGED_PHOTO_DAYS * 86_400_000))
      : [],
  );

/** The photos that an undo gives back. */
export const restorePhotos = (
  tenant: TenantStore,
  present: PersonContent,
  restored: readonly PersonContent[],
): readonly Change[] =>
  restored.flatMap(({ photo }) =>
    photo && photo.id !== present.photo?.id ? restoreFile(tenant, photo) : [],
  );
