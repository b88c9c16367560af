// Credentials that people show to others: signed credentials, printed certificates, and public verification.
import * as z from 'zod';
import { Bytes } from '../../../shared/http/bytes.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { certificateLanguage } from './languages/language-query.ts';
import {
  Achievement,
  IssuerProfile,
  OpenBadgeCredential,
  StatusListCredential,
  TranscriptCredential,
  Verification,
} from './schemas.ts';

const shared = { area: 'training', tags: ['Credentials'], method: 'GET' } as const;
const certificationEndpoint = {
  ...shared,
  access: { permission: 'own', others: 'training.credits.read', token: 'required' },
  params: z.object({ id: z.guid().toLowerCase() }),
  example: { params: { id: '{{certificationId}}' } },
} as const;
const allowedReaders =
  'For the person it was awarded to, and for callers with the permission `training.credits.read`.';

export const getCertificationCredential = endpoint({
  ...certificationEndpoint,
  path: '/api/v1/Certifications/{id}/Credential',
  summary: 'Get a certification as an Open Badges 3.0 credential',
  description:
    'A W3C verifiable credential with a Data Integrity proof (eddsa-rdfc-2022). Any wallet can store it, and any ' +
    'verifier can check it without this platform, except for the status list that says whether it was revoked. The same ' +
    `certification gives the same credential. ${allowedReaders} 409 when the certification was revoked.`,
  responses: { 200: { description: 'The signed credential.', body: OpenBadgeCredential } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT', 'SERVICE_BUSY'],
  // The first credential of a tenant creates its key.
  budget: { roundTrips: 4, readUnits: 7, writeUnits: 1 },
});

export const getCertificatePdf = endpoint({
  ...certificationEndpoint,
  path: '/api/v1/Certifications/{id}/Certificate.pdf',
  summary: 'Get a certification as a printable certificate (PDF)',
  description:
    'One landscape page with a QR code that leads to its verification; on Letter paper where that is usual in the ' +
    `tenant's time zone, else on A4. In the language that is asked for, that of Accept-Language when the holder asks, or that of the tenant. ${allowedReaders} 409 when the certification was revoked.`,
  query: z.object({ language: certificateLanguage }),
  responses: {
    200: {
      description: 'The certificate.',
      body: Bytes,
      contentType: 'application/pdf',
      headers: { 'Content-Disposition': 'The file name (RFC 6266).' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED', 'CONFLICT'],
  budget: { roundTrips: 4, readUnits: 7 },
});

export const getTranscriptCredential = endpoint({
  ...shared,
  path: '/api/v1/People/{personId}/Transcript/Credential',
  summary: "Get a person's transcript as a signed credential",
  description:
    'A W3C verifiable credential with all credits that count today; within a day, the same credits give the same ' +
    `credential. ${allowedReaders.replace('it was awarded to', 'it is about')}`,
  access: certificationEndpoint.access,
  params: z.object({ personId: z.guid().toLowerCase() }),
  responses: { 200: { description: 'The signed transcript.', body: TranscriptCredential } },
  refuses: ['RESOURCE_NOT_FOUND', 'PERMISSION_DENIED', 'SERVICE_BUSY'],
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 1 },
  example: { params: { personId: '{{personId}}' } },
});

const publicEndpoint = { ...shared, access: 'public' } as const;
const tenantCode = z.string().meta({ description: 'The tenant that issued it.' });

/** How long a status list may be cached, in seconds: the default of the standard. */
const statusListMaxAge = 300;

export const getStatusList = endpoint({
  ...publicEndpoint,
  path: '/api/v1/Public/Credentials/{tenantCode}/StatusLists/{list}',
  summary: 'Get the list of revoked credentials',
  description:
    'A signed Bitstring Status List (W3C); every credential contains its address. May be cached for ' +
    `${statusListMaxAge} seconds.`,
  params: z.object({ tenantCode, list: z.string().meta({ description: 'The number of the list, from 0.' }) }),
  responses: {
    200: {
      description: 'The signed list.',
      body: StatusListCredential,
      headers: { 'Cache-Control': `public, max-age=${statusListMaxAge}` },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND', 'SERVICE_BUSY'],
  budget: { roundTrips: 3, readUnits: 3 },
  example: { params: { tenantCode: '{{tenantCode}}', list: '0' } },
});

export const getIssuerProfile = endpoint({
  ...publicEndpoint,
  path: '/api/v1/Public/Credentials/{tenantCode}/Issuer',
  summary: "Get the issuer profile of a tenant's credentials",
  params: z.object({ tenantCode }),
  responses: { 200: { description: 'The profile.', body: IssuerProfile } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 2, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});

export const getAchievement = endpoint({
  ...publicEndpoint,
  path: '/api/v1/Public/Credentials/{tenantCode}/Achievements/{awardId}',
  summary: 'Get the achievement of a credential',
  description:
    'The award as it is now; the credential itself contains the award as it was when it was awarded.',
  params: z.object({ tenantCode, awardId: z.string() }),
  responses: { 200: { description: 'The achievement.', body: Achievement } },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}', awardId: '{{awardId}}' } },
});

export const getAchievementImage = endpoint({
  ...publicEndpoint,
  path: '/api/v1/Public/Credentials/{tenantCode}/Achievements/{awardId}/Image',
  summary: 'Get the image of a badge',
  description:
    'An SVG with the name of the award as it is now, and the logo and the colour of the tenant. Credentials name its address.',
  params: z.object({ tenantCode, awardId: z.string() }),
  responses: {
    200: {
      description: 'The image.',
      body: Bytes,
      contentType: 'image/svg+xml',
      headers: { 'Cache-Control': 'For how long it may be kept.' },
    },
  },
  refuses: ['RESOURCE_NOT_FOUND'],
  budget: { roundTrips: 3, readUnits: 120 },
  example: { params: { tenantCode: '{{tenantCode}}', awardId: '{{awardId}}' } },
});

export const verifyCertificate = endpoint({
  ...publicEndpoint,
  path: '/api/v1/Public/Verify/{tenantCode}/{certificateNumber}',
  summary: 'Verify a certificate by its number',
  description:
    'Says whether a printed certificate is valid: its QR code leads here. A browser gets an HTML page, other clients ' +
    'get JSON. Hyphens and spaces in the number are ignored. The page is in the language of the browser, or of the tenant.',
  params: z.object({ tenantCode, certificateNumber: z.string() }),
  query: z.object({ language: certificateLanguage }),
  responses: {
    200: {
      description: 'Whether it is valid; `Unknown` for a number that no certificate has.',
      body: Verification,
      alsoAs: { 'text/html': z.string() },
    },
  },
  budget: { roundTrips: 3, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}', certificateNumber: '{{certificateNumber}}' } },
});
