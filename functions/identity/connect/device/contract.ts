// The grant of devices and commands (RFC 8628; docs/interface/identity.md#devices-and-commands): the codes that a device asks
// for, and the page on which a person enters one of them.
import * as z from 'zod';
import { clientParameters, formBody } from '../../../../shared/auth/sign-in/form.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { accountForm, accountPage, ownFormBody } from '../../pages/page-contract.ts';
import { deviceCodeSeconds } from '../grants/device-codes.ts';
import { userCodePath } from '../grants/user-code.ts';

export const authorizeDevice = endpoint({
  area: 'identity',
  tags: ['OAuth'],
  access: { client: true },
  method: 'POST',
  path: '/connect/deviceauthorization',
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 32_768,
  body: formBody({
    scope: z
      .string()
      .max(4000)
      .optional()
      .meta({ description: 'Names of scopes, separated by spaces; unknown ones are ignored.' }),
    ...clientParameters,
  }),
  summary: 'Request the codes with which a person signs in a device or a command (RFC 8628)',
  description: `The device shows user_code and verification_uri, and asks /connect/token until the person has answered. The codes work once, for ${deviceCodeSeconds} seconds.`,
  responses: {
    200: {
      description: 'The codes (RFC 8628 3.2).',
      body: z
        .strictObject({
          device_code: z.string(),
          user_code: z.string().meta({ example: 'WDJB-MJHT' }),
          verification_uri: z.string(),
          verification_uri_complete: z.string(),
          expires_in: z.int().meta({ description: 'Seconds.' }),
          interval: z.int().meta({ description: 'Seconds between two requests to /connect/token.' }),
        })
        .meta({ id: 'DeviceAuthorizationResponse' }),
    },
  },
  refuses: ['INVALID_CLIENT', 'INVALID_SCOPE', 'UNAUTHORIZED_CLIENT'],
  budget: { roundTrips: 5, readUnits: 8, writeUnits: 16 },
  example: { body: { client_id: '{{deviceClientId}}', scope: 'openid offline_access' } },
});

const page = { ...accountPage, tags: ['Sign-in page'], path: userCodePath } as const;

export const getDevicePage = endpoint({
  ...page,
  method: 'GET',
  summary: 'Show the form for the code that a device shows',
  description:
    'With user_code the form has that code, for the person to compare. Nothing is done before the form is sent.',
  query: z.object({ user_code: z.string().max(50).optional() }),
  budget: { roundTrips: 0, readUnits: 0 },
  example: { query: { user_code: 'WDJB-MJHT' } },
});

export const submitDevicePage = endpoint({
  ...page,
  ...accountForm,
  body: ownFormBody({ userCode: z.string().max(50).optional() }),
  summary: 'Enter the code that a device shows',
  description:
    'Leads through the sign-in to the page that says which application asks, and for what. Wrong codes are throttled like passwords.',
  budget: { roundTrips: 12, readUnits: 14, writeUnits: 14 },
  example: { body: { userCode: 'WDJB-MJHT' } },
});
