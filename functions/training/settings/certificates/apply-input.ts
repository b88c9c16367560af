// Applies what was sent to the design of certificates: for a change, and for a preview of it.
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { encodeImage } from '../../../../shared/images/picture-sandbox.ts';
import {
  type CertificateDesign,
  type DesignPictureItem,
  type PictureName,
  pictureNames,
} from '../../credentials/design/design.ts';
import { type CertificateSettingsInput, LONGEST_SIDE, MAX_PICTURE_BYTES } from './contract.ts';

async function encodePicture(name: PictureName, source: Buffer): Promise<DesignPictureItem | ErrorDetail> {
  const encoded = await encodeImage(source, {
    ...{ longestSide: LONGEST_SIDE, maxBytes: MAX_PICTURE_BYTES, place: 'certificates' },
  });
  if (!encoded.isValid) return { code: 'INVALID_FORMAT', target: name, message: encoded.reason };
  const { contentType, width, height, bytes } = encoded;
  const content = Buffer.from(bytes).toString('base64');
  return { type: 'certificate-picture', name, contentType, width, height, size: bytes.length, content };
}

/**
 * The design with what was sent, at the next version.
 * @throws Failure 400 with every picture that can't be used
 */
export async function applyDesignInput(
  { design, pictures }: CertificateDesign,
  sent: CertificateSettingsInput,
  now: Date,
): Promise<CertificateDesign> {
  const faults: ErrorDetail[] = [];
  const next: Partial<Record<PictureName, DesignPictureItem>> = { ...pictures };
  for (const name of pictureNames) {
    const source = sent[name];
    if (source === null) delete next[name];
    if (!source) continue;
    const encoded = await encodePicture(name, source);
    if ('type' in encoded) next[name] = encoded;
    else faults.push(encoded);
  }
  throwIfInvalid(faults);
  const { signatory } = sent;
  const chosen = signatory && { name: signatory.name, ...(signatory.title && { title: signatory.title }) };
  return {
    design: {
      ...design,
      signatory: signatory === undefined ? design.signatory : (chosen ?? undefined),
      version: design.version + 1,
      createdDate: design.version === 0 ? now.toISOString() : design.createdDate,
      modifiedDate: now.toISOString(),
    },
    pictures: next,
  };
}

const presentPicture = (picture: DesignPictureItem | undefined) =>
  picture
    ? {
        contentType: picture.contentType,
        width: picture.width,
        height: picture.height,
        size: picture.size,
      }
    : null;

/** Presents the design. */
export const presentDesign = ({ design, pictures }: CertificateDesign) => ({
  signatory: design.signatory ? { ...design.signatory } : null,
  pictures: {
    logo: presentPicture(pictures.logo),
    seal: presentPicture(pictures.seal),
    signature: presentPicture(pictures.signature),
  },
  ...(design.version > 0 && { modifiedDate: design.modifiedDate }),
});
