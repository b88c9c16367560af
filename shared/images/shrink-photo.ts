// Makes a small JPEG of an uploaded photo. It runs in a sandbox (picture-sandbox.ts).
import { decodeImage } from './decode-image.ts';
import { scaleDown, turnUpright } from './pixels.ts';

/** The longer side of the result. */
export const LONGEST_SIDE = 512;
const QUALITY = 85;

/** The small photo, or why there is none: what is wrong, and what is valid. */
export type ShrunkPhoto =
  | { readonly isValid: true; readonly jpeg: Uint8Array }
  | { readonly isValid: false; readonly reason: string };

/** The photo upright, at most 512 pixels high and wide, as a JPEG. */
export async function shrinkPhoto(bytes: Buffer): Promise<ShrunkPhoto> {
  const decoded = await decodeImage(bytes, 'a photo');
  if (!decoded.isValid) return decoded;
  const { header, pixels } = decoded;
  const { width, height, data } = turnUpright(scaleDown(pixels, LONGEST_SIDE), header.orientation);
  const { default: jpeg } = await import('jpeg-js');
  return { isValid: true, jpeg: jpeg.encode({ width, height, data }, QUALITY).data };
}
