// How certificates and badges look: logo, seal and signatory (docs/interface/training.md#certificates).
import * as z from 'zod';
import { Bytes } from '../../../../shared/http/bytes.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { fileContent, MAX_FILE_BODY_BYTES, MAX_FILE_BYTES } from '../../../../shared/http/file-content.ts';

/** The longer side of a picture as it is stored: three inches at 300 dots. */
export const LONGEST_SIDE = 900;
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

const signatoryName = z.string().trim().min(1).max(120).meta({ example: 'Farah Haddad' });
const signatoryTitle = z.string().trim().max(120).meta({ example: 'Executive Director' });

const CertificateSettings = z
  .strictObject({
    signatory: z
      .strictObject({ name: z.string(), title: z.string().optional() })
      .nullable()
      .meta({ description: 'Who signs certificates; null for nobody.' }),
    pictures: z.strictObject({ logo: Picture, seal: Picture, signature: Picture }).meta({
      description: 'The pictures that there are; null for none. The preview shows them.',
    }),
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
};

const CertificateSettingsRequest = z
  .object(fields)
  .meta({ id: 'CertificateSettingsRequest', description: 'Only what is sent is changed.' });

const path = '/api/v1/Settings/Certificates';
const shared = { area: 'training', tags: ['Settings'] } as const;
const pictureRules = `Pictures are checked by their content, turned upright, scaled to at most ${LONGEST_SIDE} pixels and stored without metadata, with at most ${MAX_PICTURE_BYTES} bytes then.`;
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
