// Makes a picture for mails of an uploaded one: not wider than mail programs show it on fine screens, in the same format.
import { decodeImage } from './decode-image.ts';
import { type Pixels, scaleDown, turnUpright } from './pixels.ts';

/** Mails are 600 pixels wide; twice as many are for fine screens. */
const LONGEST_SIDE = 1200;
const QUALITY = 85;
/** What a reader on a phone waits for. */
export const MAX_MAIL_IMAGE_BYTES = 1_000_000;

/** A picture for mails. */
export interface MailImage {
  readonly contentType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** The picture, or why there is none: what is wrong, and what is valid. */
export type MailImageResult =
  | ({ readonly isValid: true } & MailImage)
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

/** The picture upright, at most 1200 pixels high and wide. A PNG stays one, with what is transparent in it. */
export async function encodeMailImage(source: Buffer): Promise<MailImageResult> {
  const decoded = await decodeImage(source, 'a picture');
  if (!decoded.isValid) return decoded;
  const { header, pixels } = decoded;
  const isPng = header.type === 'PNG';
  const small = scaleDown(pixels, LONGEST_SIDE, isPng ? 'none' : 'white');
  const upright = turnUpright(small, header.orientation);
  const bytes = await (isPng ? encodePng : encodeJpeg)(upright);
  if (bytes.length > MAX_MAIL_IMAGE_BYTES)
    return {
      isValid: false,
      reason: `The picture has ${bytes.length} bytes as mails would show it; at most ${MAX_MAIL_IMAGE_BYTES} are allowed. Save a photo as JPEG, or make it smaller.`,
    };
  const { width, height } = upright;
  return { isValid: true, contentType: isPng ? 'image/png' : 'image/jpeg', width, height, bytes };
}
