// Draws the pictures of a tenant on its certificates, each once in the file however many pages it is on.
import type { OpenDocument } from '../../../../shared/pdf/document.ts';
import { type DesignPictures, type PictureName, pictureNames, type Signatory } from './design.ts';

/** A picture that a document has. */
interface DrawnPicture {
  readonly image: PDFKit.Mixins.ImageSrc;
  readonly width: number;
  readonly height: number;
}

/** The design of a certificate in a document. */
export interface DrawnDesign {
  readonly signatory: Signatory | undefined;
  readonly pictures: Readonly<Partial<Record<PictureName, DrawnPicture>>>;
}

/** The part of pdfkit that its types do not know: a picture that is opened once is stored in the document once. */
interface ImageOpener {
  openImage(source: Buffer): PDFKit.Mixins.ImageSrc;
}

/** Adds the pictures to a document. */
export function openPictures({ pdf }: OpenDocument, pictures: DesignPictures): DrawnDesign['pictures'] {
  const opener = pdf as OpenDocument['pdf'] & ImageOpener;
  return Object.fromEntries(
    pictureNames.flatMap((name) => {
      const picture = pictures[name];
      if (!picture) return [];
      const { content, width, height } = picture;
      return [[name, { image: opener.openImage(Buffer.from(content, 'base64')), width, height }]];
    }),
  );
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

/** The logo, above the name of the issuer. */
export const drawLogo = (document: OpenDocument, picture: DrawnPicture): void => {
  const { width, height } = document.pdf.page;
  drawPicture(document, picture, {
    x: width / 2,
    bottom: height * 0.138,
    width: 220,
    height: height * 0.07,
  });
};
