// Applies what was sent to the design of certificates: for a change, and for a preview of it.

import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { encodeImage } from '../../../../shared/images/picture-sandbox.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import {
  type CertificateDesign,
  type DesignItem,
  type DesignPictureItem,
  getLayout,
  type PictureName,
  pictureNames,
} from '../../credentials/design/design.ts';
import { validatePlaceholders } from '../../credentials/design/layout.ts';
import {
  type CertificateSettingsInput,
  LONGEST_BACKGROUND_SIDE,
  LONGEST_SIDE,
  MAX_PICTURE_BYTES,
} from './contract.ts';

/** A picture as certificates show it, or what is wrong with it. */
export async function encodePicture(
  name: PictureName,
  source: Buffer,
): Promise<DesignPictureItem | ErrorDetail> {
  const encoded = await encodeImage(source, {
    longestSide: name === 'background' ? LONGEST_BACKGROUND_SIDE : LONGEST_SIDE,
    ...{ maxBytes: MAX_PICTURE_BYTES, place: 'certificates' },
  });
  if (!encoded.isValid) return { code: 'INVALID_FORMAT', target: name, message: encoded.reason };
  const { contentType, width, height, bytes } = encoded;
  const content = Buffer.from(bytes).toString('base64');
  return { type: 'certificate-picture', name, contentType, width, height, size: bytes.length, content };
}

type SentLayout = CertificateSettingsInput['layout'];

/** A problem for each name in braces that no text can have. */
const validateTexts = ({ layout }: CertificateSettingsInput): ErrorDetail[] =>
  Object.entries(layout?.texts ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts ?? {}).flatMap(([name, text]) =>
      typeof text === 'string' ? validatePlaceholders(text, `layout.texts.${language}.${name}`) : [],
    ),
  );

const dropAbsent = <T extends object>(fields: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };

/** The layout with what was sent; texts by language. */
function applyLayout(before: DesignItem['layout'], sent: SentLayout): DesignItem['layout'] {
  if (sent === undefined) return before;
  if (sent === null) return undefined;
  const { texts, coSignatories, ...fields } = sent;
  const ownTexts = Object.entries({ ...before?.texts, ...texts }).flatMap(([language, own]) =>
    own ? [[language, dropAbsent(own)] as const] : [],
  );
  return {
    ...before,
    ...omitUndefined(fields),
    ...(coSignatories && { coSignatories: coSignatories.map(dropAbsent) }),
    texts: Object.fromEntries(ownTexts),
  };
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
  throwIfInvalid([...faults, ...validateTexts(sent)]);
  const { signatory } = sent;
  const chosen = signatory && { name: signatory.name, ...(signatory.title && { title: signatory.title }) };
  return {
    design: {
      ...design,
      layout: applyLayout(design.layout, sent.layout),
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

/** The layout with its defaults. */
function presentLayout(design: DesignItem) {
  const { coSignatories, texts, ...layout } = getLayout(design);
  const [en, es] = [texts.en && { ...texts.en }, texts.es && { ...texts.es }];
  return { ...layout, coSignatories: coSignatories.map((each) => ({ ...each })), texts: { en, es } };
}

/** Presents the design. */
export const presentDesign = ({ design, pictures }: CertificateDesign) => ({
  signatory: design.signatory ? { ...design.signatory } : null,
  pictures: {
    logo: presentPicture(pictures.logo),
    seal: presentPicture(pictures.seal),
    signature: presentPicture(pictures.signature),
    background: presentPicture(pictures.background),
    coSignature1: presentPicture(pictures.coSignature1),
    coSignature2: presentPicture(pictures.coSignature2),
  },
  layout: presentLayout(design),
  ...(design.version > 0 && { modifiedDate: design.modifiedDate }),
});
