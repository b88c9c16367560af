// Makes a picture for mails, or for documents, of an uploaded one: no larger than it is shown, in the same format. It runs in
// a sandbox (picture-sandbox.ts).
import { decodeImage } from './decode-image.ts';
import { type Pixels, scaleDown, turnUpright } from './pixels.ts';

const QUALITY = 85;

/** An encoded picture. */
interface EncodedImage {
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** The picture, or why there is none: what is wrong, and what is valid. */
export type EncodedImageResult =
  | ({ readonly isValid: true } & EncodedImage)
  | { readonly isValid: false; readonly reason: string };

// The encoders are loaded with the first picture.
async function encodePng({ width, height, data }: Pixels): Promise<Buffer> {
  const { PNG } = await import('pngjs');
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png);
}

async function encodeJpeg({ width, height, data }: Pixels): Promise<Buffer> {
  const { default: jpeg } = await import('jpeg-js');
  return jpeg.encode({ width, height, data }, QUALITY).data;
}

/** How large a picture may be. */
export interface ImageBounds {
  /** The longer side, in pixels. */
  readonly longestSide: number;
  readonly maxBytes: number;
  /** Where it is shown, for messages: mails would show it. */
  readonly place: string;
}

/** The picture upright, within the bounds. A PNG stays one, with what is transparent in it. */
export async function encodeImage(
  source: Buffer,
  { longestSide, maxBytes, place }: ImageBounds,
): Promise<EncodedImageResult> {
  const decoded = await decodeImage(source, 'a picture');
  if (!decoded.isValid) return decoded;
  const { header, pixels } = decoded;
  const isPng = header.type === 'PNG';
  const small = scaleDown(pixels, longestSide, isPng ? 'none' : 'white');
  const upright = turnUpright(small, header.orientation);
  const bytes = await (isPng ? encodePng : encodeJpeg)(upright);
  if (bytes.length > maxBytes)
    return {
      isValid: false,
      reason: `The picture has ${bytes.length} bytes as ${place} would show it; at most ${maxBytes} are allowed. Save a photo as JPEG, or make it smaller.`,
    };
  const { width, height } = upright;
  return { isValid: true, contentType: isPng ? 'image/png' : 'image/jpeg', width, height, bytes };
}
