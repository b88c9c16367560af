// Decodes and encodes uploaded pictures apart from the platform (docs/sandbox.md).
import { ContentFault } from '../sandbox/content-fault.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { EncodedImageResult, ImageBounds } from './encode-mail-image.ts';
import { LONGEST_SIDE, MAX_MAIL_IMAGE_BYTES } from './mail-image-bounds.ts';
import type { ShrunkPhoto } from './shrink-photo.ts';

/** Twelve megapixels take 4 s of a core and half a gigabyte. */
const sandbox = createSandbox(() => import('./picture-tasks.ts'), {
  what: 'The picture',
  seconds: 15,
  megabytes: 900,
});

/** The result, or the limit that the picture exceeds as its reason. */
async function refuseFault<T extends { readonly isValid: boolean }>(result: Promise<T>) {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ContentFault) return { isValid: false, reason: error.message } as const;
    throw error;
  }
}

/** The picture upright, within the bounds. A PNG stays one, with what is transparent in it. */
export const encodeImage = (source: Uint8Array, bounds: ImageBounds): Promise<EncodedImageResult> =>
  refuseFault(sandbox.run('encodeImage', source, bounds));

/** A picture for mails, at most 1200 pixels high and wide. */
export const encodeMailImage = (source: Uint8Array): Promise<EncodedImageResult> =>
  encodeImage(source, { longestSide: LONGEST_SIDE, maxBytes: MAX_MAIL_IMAGE_BYTES, place: 'mails' });

/** The photo upright, at most 512 pixels high and wide, as a JPEG. */
export const shrinkPhoto = (source: Uint8Array): Promise<ShrunkPhoto> =>
  refuseFault(sandbox.run('shrinkPhoto', source));
