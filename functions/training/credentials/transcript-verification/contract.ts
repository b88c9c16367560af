// The public page that verifies a transcript that a person has received (docs/interface/training.md#transcripts).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { formFields } from '../../../../shared/http/lenient.ts';

const page = {
  area: 'training',
  tags: ['Credentials'],
  access: 'public',
  path: '/api/v1/Public/VerifyTranscript/{tenantCode}',
  params: z.object({ tenantCode: z.string().meta({ description: 'The tenant that issued it.' }) }),
  responses: {
    200: {
      description: 'An HTML page, also where it cannot be verified: it says why.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
} as const;

export const getTranscriptVerificationPage = endpoint({
  ...page,
  method: 'GET',
  summary: 'Show the page that verifies transcripts',
  budget: { roundTrips: 3, readUnits: 3 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});

export const verifyTranscript = endpoint({
  ...page,
  method: 'POST',
  repeatable: true,
  bodyType: 'form',
  body: formFields(500_000),
  maxBodyBytes: 1_500_000,
  summary: 'Verify a transcript',
  description:
    'The form of the page: `transcript` is the signed credential as JSON. It is not stored, and nothing is requested from an address in it. A genuine transcript is shown with what became of each entry since.',
  budget: { roundTrips: 4, readUnits: 6 },
  example: {
    params: { tenantCode: '{{tenantCode}}' },
    body: { transcript: '{}' },
  },
});
