// The script of the pages that take passkeys (docs/interface/identity.md#passkeys).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';

export const getPasskeyScript = endpoint({
  area: 'identity',
  tags: ['Sign-in page'],
  access: 'public',
  method: 'GET',
  path: '/connect/passkeys.js',
  summary: 'Get the script that the sign-in pages use for passkeys',
  responses: {
    200: {
      description: 'The script.',
      body: z.string(),
      contentType: 'text/javascript; charset=utf-8',
      headers: { 'Cache-Control': 'May be cached.' },
    },
  },
  budget: { roundTrips: 0, readUnits: 0 },
  example: {},
});
