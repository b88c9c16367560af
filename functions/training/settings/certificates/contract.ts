// How certificates and badges look: logo, seal and signatory (docs/interface/training.md#certificates).
import * as z from 'zod';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { fileContent, MAX_FILE_BODY_BYTES, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';
import type { Language } from '../../../../shared/languages/languages.ts';
import { placeholders } from '../../credentials/design/layout.ts';
import { certificateLanguage } from '../../credentials/languages/language-query.ts';

/** The longer side of a picture as it is stored: three inches at 300 dots. */
export const LONGEST_SIDE = 900;
/** A background fills a page. */
export const LONGEST_BACKGROUND_SIDE = 1800;
/** A picture is one item, of which 400 KB is the most that the table takes, in base64. */
export const MAX_PICTURE_BYTES = 280_000;

const Picture = z
  .strictObject({
    contentType: z.enum(['image/jpeg', 'image/png']),
    width: z.int().meta({ description: 'In pixels, as it is stored.' }),
    height: z.int(),
    size: z.int().meta({ description: 'In bytes.' }),
  })
  .nullable();

const pictureViews = {
  ...{ logo: Picture, seal: Picture, signature: Picture },
  ...{ background: Picture, coSignature1: Picture, coSignature2: Picture },
};

const signatoryName = z.string().trim().min(1).max(120).meta({ example: 'Farah Haddad' });
const signatoryTitle = z.string().trim().max(120).meta({ example: 'Executive Director' });

const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'six hexadecimal digits after #, such as #1b2f4b')
  .toLowerCase();
const layoutText = (longest: number, what: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .nullish()
    .meta({ description: `${what}; null for that of the platform.` });
const LayoutTexts = z
  .object({
    title: layoutText(60, 'The title'),
    opening: layoutText(160, 'Above the name of the holder'),
    awarded: layoutText(160, 'Above the name of the award'),
    body: layoutText(500, 'Below the name of the award, where the platform has none'),
  })
  .meta({
    id: 'CertificateTexts',
    example: { title: 'Diploma', body: 'For {{credits}} credits of continuing education.' },
    description: `Texts can name what they are about: ${placeholders.map((name) => `{{${name}}}`).join(', ')}.`,
  });
const ownTexts = LayoutTexts.nullish();
const texts = z.object({ en: ownTexts, es: ownTexts } satisfies Record<Language, unknown>);
const orientation = z.enum(['landscape', 'portrait']);
const paper = z
  .enum(['Letter', 'A4'])
  .nullable()
  .meta({ description: "null: Letter where that is usual in the tenant's time zone, else A4." });
const logoPosition = z.enum(['left', 'center', 'right']);
const font = z.enum(['serif', 'sans']).meta({
  description: 'EB Garamond or DejaVu Sans. Letters that it lacks are printed in a typeface of their script.',
});

const LayoutRequest = z
  .object({
    orientation: orientation.optional(),
    paper: paper.optional(),
    logoPosition: logoPosition.optional(),
    hasFrame: z.boolean().optional(),
    inkColor: color.optional().meta({ description: 'Of names and texts, such as #1b2f4b.' }),
    accentColor: color.optional().meta({ description: 'Of the title and the ornaments.' }),
    font: font.optional(),
    coSignatories: z
      .array(z.object({ name: signatoryName, title: signatoryTitle.nullish() }))
      .max(2)
      .optional()
      .meta({ description: 'Who signs besides the signatory, in order.' }),
    texts: texts.optional().meta({ description: 'By language; the languages that are sent are replaced.' }),
  })
  .meta({ id: 'CertificateLayoutRequest', description: 'Only what is sent is changed.' });

const Signatory = z.strictObject({ name: z.string(), title: z.string().optional() });
const TextsView = z
  .strictObject({
    ...{ title: z.string().optional(), opening: z.string().optional() },
    ...{ awarded: z.string().optional(), body: z.string().optional() },
  })
  .optional();
const LayoutView = z
  .strictObject({
    ...{ orientation, paper, logoPosition, hasFrame: z.boolean(), font },
    ...{ inkColor: z.string(), accentColor: z.string() },
    coSignatories: z.array(Signatory),
    texts: z.strictObject({
      en: TextsView,
      es: TextsView,
    } satisfies Record<Language, unknown>),
  })
  .meta({ id: 'CertificateLayout' });

const CertificateSettings = z
  .strictObject({
    signatory: z
      .strictObject({ name: z.string(), title: z.string().optional() })
      .nullable()
      .meta({ description: 'Who signs certificates; null for nobody.' }),
    pictures: z.strictObject(pictureViews).meta({
      description: 'The pictures that there are; null for none. The preview shows them.',
    }),
    layout: LayoutView,
    modifiedDate: z.iso
      .datetime()
      .optional()
      .meta({ description: 'When the settings were last changed; absent when they never were.' }),
  })
  .meta({ id: 'CertificateSettings', description: 'How certificates and badges look.' });

/** The smallest PNG: one pixel. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const picture = (what: string) =>
  fileContent('save the picture in a smaller size')
    .meta({
      description: `${what}: a JPEG or PNG in base64, at most ${MAX_FILE_BYTES} bytes of it; null removes it.`,
      example: onePixel,
    })
    .nullish();

const fields = {
  signatory: z
    .object({ name: signatoryName, title: signatoryTitle.nullish() })
    .nullish()
    .meta({ description: 'Who signs certificates; null for nobody.' }),
  logo: picture('The logo, above the name of the association and on badges'),
  seal: picture('The seal, at the foot of certificates'),
  signature: picture('The signature, above the name of the signatory'),
  coSignature1: picture('The signature of the first of coSignatories'),
  coSignature2: picture('The signature of the second of coSignatories'),
  background: picture('The background, which fills the page'),
  layout: LayoutRequest.nullish().meta({ description: 'null: the layout of the platform.' }),
};

const CertificateSettingsRequest = z
  .object(fields)
  .meta({ id: 'CertificateSettingsRequest', description: 'Only what is sent is changed.' });

const path = '/api/v1/Settings/Certificates';
const shared = { area: 'training', tags: ['Settings'] } as const;
const pictureRules = `Pictures are checked by their content, turned upright, scaled to at most ${LONGEST_SIDE} pixels, a background to ${LONGEST_BACKGROUND_SIDE}, and stored without metadata, with at most ${MAX_PICTURE_BYTES} bytes then.`;
const signatory = { name: 'Farah Haddad', title: 'Executive Director' };

export type CertificateSettingsInput = z.output<typeof CertificateSettingsRequest>;

export const getCertificateSettings = endpoint({
  ...shared,
  method: 'GET',
  path,
  summary: 'Get how certificates and badges look',
  responses: { 200: { description: 'The settings.', body: CertificateSettings } },
  access: { permission: 'training.settings.read', token: 'required' },
  budget: { roundTrips: 2, readUnits: 120 },
  example: {},
});

export const updateCertificateSettings = endpoint({
  ...shared,
  method: 'PUT',
  path,
  summary: 'Change how certificates and badges look',
  description: `Only the fields that are sent are changed. ${pictureRules} The change applies to all certificates that are printed afterwards, also of earlier awards, and is audited.`,
  body: CertificateSettingsRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: { 200: { description: 'The updated settings.', body: CertificateSettings } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 4, readUnits: 240, writeUnits: 8 },
  example: { body: { signatory, logo: onePixel } },
});

export const previewCertificate = endpoint({
  ...shared,
  method: 'POST',
  path: `${path}/Preview`,
  summary: 'Preview a certificate or a badge',
  description:
    'What certificates, or with as=badge badges, would look like with the fields that are sent; the others are as they are stored. Nothing is saved.',
  query: z.object({
    as: z
      .enum(['certificate', 'badge'])
      .default('certificate')
      .meta({ description: 'A certificate is a PDF, a badge a picture.' }),
    language: certificateLanguage,
  }),
  body: CertificateSettingsRequest,
  maxBodyBytes: MAX_FILE_BODY_BYTES,
  responses: {
    200: {
      description: 'The certificate or the badge, of an invented person.',
      body: Bytes,
      contentType: 'application/pdf',
      alsoAs: { 'image/svg+xml': Bytes },
    },
  },
  access: { permission: 'training.settings.read', token: 'required' },
  repeatable: true,
  budget: { roundTrips: 3, readUnits: 120 },
  example: { query: { as: 'badge' }, body: { signatory } },
});
