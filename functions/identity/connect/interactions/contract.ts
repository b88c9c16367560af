// The pages on which a person signs in, chooses a workspace and allows an application what it asks for
// (docs/interface/identity.md#sign-in-page).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { foreignForm, ownFormBody } from '../../pages/page-contract.ts';

const pageReplies = {
  200: {
    description:
      'An HTML page, also when the sign-in has to begin again; or a form that sends itself to the application.',
    body: z.string(),
    contentType: 'text/html; charset=utf-8',
  },
  303: {
    description: 'The next page, or the application.',
    body: null,
    headers: { Location: 'The address.' },
  },
} as const;

const page = {
  area: 'identity',
  tags: ['Sign-in page'],
  access: 'public',
  path: '/connect/interactions/{interactionId}',
  params: z.object({ interactionId: z.string().max(100) }),
  responses: pageReplies,
  example: { params: { interactionId: 'bm8tc3VjaC1pbnRlcmFjdA' } },
} as const;

export const getInteraction = endpoint({
  ...page,
  method: 'GET',
  writes: true,
  ifMatch: 'ignored',
  summary: 'Show the next page of a sign-in',
  description:
    'Which one follows from what is known: user name and password, the code of a second factor, the choice of a workspace, the consent for an application of others. A browser that did not begin the sign-in is asked to begin again.',
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 8 },
});

export const submitInteraction = endpoint({
  ...page,
  method: 'POST',
  repeatable: true,
  ownForm: true,
  responses: { ...pageReplies, ...foreignForm },
  bodyType: 'form',
  maxBodyBytes: 16_384,
  body: ownFormBody({
    action: z
      .string()
      .max(50)
      .optional()
      .meta({ description: 'What the person does; the main thing by default.' }),
    userName: z.string().max(256).optional(),
    password: z.string().max(1024).optional().meta({ format: 'password' }),
    remember: z.string().max(10).optional(),
    code: z.string().max(40).optional(),
    name: z.string().max(100).optional(),
    credential: z
      .string()
      .max(12_000)
      .optional()
      .meta({ description: 'What the browser says of a passkey, as JSON.' }),
    tenantCode: z.string().max(100).optional(),
  }),
  summary: 'Send the form of a page of a sign-in',
  budget: { roundTrips: 18, readUnits: 24, writeUnits: 40 },
  refuses: ['CONFLICT', 'SERVICE_BUSY'],
  example: { ...page.example, body: { userName: '{{userName}}', password: '{{password}}' } },
});

export const createPasskeyChallenge = endpoint({
  ...page,
  method: 'POST',
  repeatable: true,
  path: '/connect/interactions/{interactionId}/passkey',
  summary: 'Ask what a passkey has to answer in this step of a sign-in',
  description:
    'For the script of the page. The challenge is answered once, with the form of the step, by the browser that requested it.',
  responses: {
    200: {
      description: 'The options for navigator.credentials (WebAuthn), or that the step takes no passkey.',
      body: z
        .strictObject({
          kind: z.enum(['create', 'get', 'none']),
          publicKey: z.record(z.string(), z.unknown()).optional(),
        })
        .meta({ id: 'PasskeyChallenge' }),
    },
  },
  refuses: ['CONFLICT', 'PERMISSION_DENIED'],
  budget: { roundTrips: 9, readUnits: 14, writeUnits: 8 },
});
