// The page for instructors, its script, and the decoder that it loads where the browser has none
// (docs/interface/training.md#the-page-for-instructors).
import * as z from 'zod';
import { endpoint } from '../../../shared/http/endpoint.ts';

const shared = {
  area: 'training',
  tags: ['Attendance'],
  method: 'GET',
  access: 'public',
} as const;

export const getDeskPage = endpoint({
  ...shared,
  path: '/api/v1/Desk/{tenantCode}',
  summary: 'Show the page for instructors',
  description:
    'People sign in on it as on other applications of the platform. It lists the sessions that they teach, records attendance and reads check-in codes with the camera.',
  params: z.object({ tenantCode: z.string() }),
  responses: {
    200: {
      description: 'An HTML page, also where there is no such tenant.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
  budget: { roundTrips: 2, readUnits: 2 },
  example: { params: { tenantCode: '{{tenantCode}}' } },
});

const script = {
  ...shared,
  query: z.object({
    v: z.string().max(64).optional().meta({ description: 'The version that the page needs, for caches.' }),
  }),
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
} as const;

export const getDeskScript = endpoint({
  ...script,
  path: '/api/v1/Scripts/desk.js',
  summary: 'Get the script of the page for instructors',
});

export const getQrDecoder = endpoint({
  ...script,
  path: '/api/v1/Scripts/qr-decoder.js',
  summary: 'Get the decoder of QR codes for browsers that have none',
});
