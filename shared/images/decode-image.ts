// Decodes an uploaded JPEG or PNG. Type and size are checked before it is decoded: only pixels come out of it, no metadata and nothing
// else that was hidden in the file.
import { type ImageHeader, readImageHeader } from './image-header.ts';
import type { Pixels } from './pixels.ts';

/** The most pixels: what a phone's camera takes. Each is decoded to at least ten bytes. */
export const MAX_PIXELS = 4096 * 3072;
/** A progressive JPEG of a camera or an editor has about ten scans; each is a walk over all of the picture. */
const MAX_PASSES = 20;

/** The pixels, or why there are none: what is wrong, and what is valid. */
export type DecodedImage =
  | { readonly isValid: true; readonly header: ImageHeader; readonly pixels: Pixels }
  | { readonly isValid: false; readonly reason: string };

/** What formats that people try begin with. */
const otherTypes: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a damaged JPEG', /^\xff\xd8/],
  ['a damaged PNG', /^\x89PNG/],
  ['a GIF', /^GIF8/],
  ['a WebP', /^RIFF[\s\S]{4}WEBP/],
  ['an AVIF or HEIC', /^[\s\S]{4}ftyp/],
  ['a BMP', /^BM/],
  ['a TIFF', /^(?:II\*\0|MM\0\*)/],
  ['a PDF', /^%PDF/],
  ['an SVG or another XML document', /^(?:\xef\xbb\xbf)?\s*</],
];

const describeType = (bytes: Buffer): string => {
  const start = bytes.toString('latin1', 0, 64);
  return otherTypes.find(([, pattern]) => pattern.test(start))?.[0] ?? 'no picture that is known here';
};

/** Why a picture is not decoded; undefined where it may be. */
export function findObstacle({ width, height, passes, isInterlaced }: ImageHeader): string | undefined {
  if (width === 0 || height === 0) return `It is ${width} x ${height} pixels; each side must be at least 1.`;
  if (width * height > MAX_PIXELS)
    return `It is ${width} x ${height} pixels; at most ${MAX_PIXELS} are allowed, such as 4096 x 3072.`;
  if (passes > MAX_PASSES) return `It has ${passes} scans; a progressive JPEG may have ${MAX_PASSES}.`;
  if (isInterlaced) return 'It is interlaced; save it without interlacing.';
  return undefined;
}

// The decoders are loaded with the first photo.
async function decode(bytes: Buffer, type: ImageHeader['type']): Promise<Pixels> {
  if (type === 'PNG') {
    // The decoder takes a file that ends early.
    if (!bytes.includes('IEND', 0, 'latin1')) throw new Error('The PNG has no end');
    const { PNG } = await import('pngjs');
    return { ...PNG.sync.read(bytes), channels: 4 };
  }
  const { default: jpeg } = await import('jpeg-js');
  const options = {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: MAX_PIXELS / 1e6,
  } as const;
  return { ...jpeg.decode(bytes, options), channels: 3 };
}

/**
 * The pixels of an uploaded picture.
 * @param what as messages name it: a photo
 */
export async function decodeImage(bytes: Buffer, what: string): Promise<DecodedImage> {
  const refuse = (reason: string): DecodedImage => ({ isValid: false, reason });
  const header = readImageHeader(bytes);
  if (!header) return refuse(`The file is ${describeType(bytes)}; ${what} must be a whole JPEG or PNG.`);
  const obstacle = findObstacle(header);
  if (obstacle !== undefined) return refuse(`The ${header.type} can't be used. ${obstacle}`);
  try {
    const pixels = await decode(bytes, header.type);
    // What counts is what came out.
    const surplus = findObstacle({ ...header, width: pixels.width, height: pixels.height });
    return surplus === undefined
      ? { isValid: true, header, pixels }
      : refuse(`The ${header.type} can't be used. ${surplus}`);
  } catch {
    return refuse(`The ${header.type} can't be read: it is damaged or incomplete. Save it again.`);
  }
}
