// Draws the pictures of a tenant on its certificates, each once in the file however many pages it is on.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { type DesignPictures, type PictureName, pictureNames } from './design.ts';
import type { CertificateLayout, Signatory } from './layout.ts';

/** A picture that a document has. */
export interface DrawnPicture {
  readonly image: PDFKit.Mixins.ImageSrc;
  readonly width: number;
  readonly height: number;
}

/** The design of a certificate in a document. */
export interface DrawnDesign {
  readonly signatory: Signatory | undefined;
  readonly layout: CertificateLayout;
  readonly pictures: Readonly<Partial<Record<PictureName, DrawnPicture>>>;
}

/** The parts of pdfkit that its types do not know: a picture that is opened once is stored in the document once. */
interface OpenedImage {
  embed(document: OpenDocument['pdf']): void;
  /** What is left to store; null when the picture is in the document. */
  readonly imgData?: unknown;
}
interface ImageOpener {
  openImage(source: Buffer): PDFKit.Mixins.ImageSrc & OpenedImage;
}

/**
 * Adds the pictures to a document, one after the other: the transparency of a picture is decoded on another thread, and the
 * same certificate must be the same file, whichever is decoded first.
 */
export async function openPictures(
  { pdf }: OpenDocument,
  pictures: DesignPictures,
): Promise<DrawnDesign['pictures']> {
  const opener = pdf as OpenDocument['pdf'] & ImageOpener;
  const drawn: Partial<Record<PictureName, DrawnPicture>> = {};
  for (const name of pictureNames) {
    const picture = pictures[name];
    if (!picture) continue;
    const image = opener.openImage(Buffer.from(picture.content, 'base64'));
    image.embed(pdf);
    while (image.imgData) await nextTurn();
    drawn[name] = { image, width: picture.width, height: picture.height };
  }
  return drawn;
}

/** Where a picture goes: as large as it fits into the box, centred at `x`, on its bottom. */
interface PictureBox {
  readonly x: number;
  readonly bottom: number;
  readonly width: number;
  readonly height: number;
}

export function drawPicture({ pdf }: OpenDocument, picture: DrawnPicture, box: PictureBox): void {
  const scale = Math.min(box.width / picture.width, box.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  pdf.image(picture.image, box.x - width / 2, box.bottom - height, { width, height });
}

/** The logo, above the name of the issuer: in the middle or at a margin. */
export function drawLogo(
  document: OpenDocument,
  picture: DrawnPicture,
  place: { readonly bottom: number; readonly height: number },
  { logoPosition }: CertificateLayout,
): void {
  const { width } = document.pdf.page;
  const box = { ...place, width: 220 };
  const half = (picture.width * Math.min(box.width / picture.width, box.height / picture.height)) / 2;
  const x = { left: 66 + half, center: width / 2, right: width - 66 - half }[logoPosition];
  drawPicture(document, picture, { ...box, x });
}

/** A picture that fills the page; what does not have its proportions is cut at its edges. */
export function drawBackground({ pdf }: OpenDocument, picture: DrawnPicture): void {
  const { width, height } = pdf.page;
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  pdf.image(picture.image, (width - wide) / 2, (height - high) / 2, { width: wide, height: high });
}
