// Response schemas of credentials and the documents they refer to (1EdTech Open Badges 3.0, W3C VC 2.0, Bitstring
// Status List 1.0).
import * as z from 'zod';

const moment = z.iso.datetime();
const address = z.url();
const types = z.array(z.string());
const context = z.array(z.string()).meta({ description: 'The JSON-LD contexts, in their order.' });

const Proof = z
  .strictObject({
    type: z.literal('DataIntegrityProof'),
    created: moment,
    verificationMethod: z.string().meta({ description: 'The public key, which the did:key contains.' }),
    cryptosuite: z.literal('eddsa-rdfc-2022'),
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string(),
  })
  .meta({ id: 'DataIntegrityProof', description: 'The signature (W3C Data Integrity EdDSA 1.0).' });

const Proofs = z.array(Proof).meta({ description: 'One signature; its schema has a list of them.' });

const profile = {
  id: z.string().meta({ description: 'The issuer as a did:key, which contains the public key.' }),
  type: types,
  name: z.string(),
  url: address.meta({ description: "The address of the issuer's profile." }),
};

export const IssuerProfile = z
  .strictObject({ '@context': context, ...profile })
  .meta({ id: 'IssuerProfile', description: 'The issuer of credentials.' });

const achievement = {
  id: address,
  type: types,
  achievementType: z.string(),
  name: z.string(),
  description: z.string(),
  criteria: z.strictObject({ narrative: z.string() }),
};

/** The image of a badge; a transcript has none. */
const image = z
  .strictObject({ id: address, type: z.literal('Image'), caption: z.string() })
  .meta({ description: 'The badge as an SVG, at a public address.' });

export const Achievement = z
  .strictObject({ '@context': context, ...achievement, image, creator: z.strictObject(profile) })
  .meta({ id: 'Achievement', description: 'The achievement as it is now.' });

const holder = {
  type: types,
  name: z.string(),
  identifier: z.array(
    z.strictObject({
      type: z.literal('IdentityObject'),
      identityType: z.literal('name'),
      identityHash: z.string(),
      hashed: z.literal(false),
    }),
  ),
};

export const TranscriptCredential = z
  .strictObject({
    '@context': context,
    id: address,
    type: types,
    name: z.string(),
    issuer: z.strictObject(profile),
    validFrom: moment.meta({ description: 'The beginning of the day of the transcript.' }),
    credentialSubject: z.strictObject({
      ...holder,
      creditsEarned: z.number(),
      achievement: z.strictObject({
        ...achievement,
        resultDescription: z.array(
          z.strictObject({ id: z.string(), type: types, name: z.string(), resultType: z.literal('Result') }),
        ),
      }),
      result: z.array(z.strictObject({ type: types, resultDescription: z.string(), value: z.string() })),
    }),
    proof: Proofs,
  })
  .meta({ id: 'TranscriptCredential', description: 'A transcript as a verifiable credential.' });

export const OpenBadgeCredential = z
  .strictObject({
    '@context': context,
    id: z.string(),
    type: types,
    name: z.string(),
    issuer: z.strictObject(profile),
    validFrom: moment,
    validUntil: moment.optional().meta({
      description: "The end of the last valid day in the issuer's time zone; absent when it does not expire.",
    }),
    credentialSubject: z.strictObject({
      ...holder,
      licenseNumber: z.string().meta({ description: 'The number on the certificate.' }),
      achievement: z.strictObject({ ...achievement, image }),
    }),
    evidence: z
      .array(z.strictObject({ type: types, name: z.string(), narrative: z.string() }))
      .optional()
      .meta({
        description:
          'What must be known beside the criteria: that it was awarded by an override and what was not met, and what each re-evaluation found. Absent otherwise.',
      }),
    credentialStatus: z.strictObject({
      id: address,
      type: z.literal('BitstringStatusListEntry'),
      statusPurpose: z.literal('revocation'),
      statusListIndex: z.string(),
      statusListCredential: address,
    }),
    proof: Proofs,
  })
  .meta({ id: 'OpenBadgeCredential', description: 'A certification as a verifiable credential.' });

export const StatusListCredential = z
  .strictObject({
    '@context': context,
    id: address,
    type: types,
    issuer: z.strictObject({ id: z.string(), name: z.string() }),
    validFrom: moment,
    validUntil: moment,
    credentialSubject: z.strictObject({
      id: address,
      type: z.literal('BitstringStatusList'),
      statusPurpose: z.literal('revocation'),
      encodedList: z.string().meta({ description: 'The bits, compressed (gzip), in base64url after a `u`.' }),
    }),
    proof: Proof,
  })
  .meta({ id: 'BitstringStatusListCredential', description: 'Which credentials are revoked.' });

export const Verification = z
  .strictObject({
    status: z.enum(['Valid', 'NotYetValid', 'Expired', 'Revoked', 'Unknown']),
    certificateNumber: z.string(),
    issuer: z.string().optional(),
    holder: z.string().optional(),
    award: z.string().optional(),
    awardedDate: z.iso.date().optional(),
    validFrom: z.iso.date().optional(),
    validThrough: z.iso
      .date()
      .optional()
      .meta({ description: 'The last valid day; absent when it does not expire.' }),
    revokedDate: z.iso.date().optional(),
    replacedBy: z.string().optional().meta({
      description: 'The number of the certificate that replaced this one, in another name of its holder.',
    }),
    replacedDate: z.iso.date().optional(),
  })
  .meta({
    id: 'Verification',
    description: 'Whether a certificate is valid; only its number when it is unknown.',
  });
