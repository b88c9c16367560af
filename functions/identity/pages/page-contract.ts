// What the contracts of this area's pages behind the links of mails have in common. They work without JavaScript.
import * as z from 'zod';
import { formFields } from '../../../shared/http/lenient.ts';

const htmlPage = {
  description: 'An HTML page, also when the link is invalid or the input is refused.',
  body: z.string(),
  contentType: 'text/html; charset=utf-8',
} as const;

/** A page for whoever has its address. */
export const publicPage = { access: 'public', responses: { 200: htmlPage } } as const;

/** A page of the own account at an address that anybody may know: whoever has not signed in does so first. */
export const accountPage = {
  ...publicPage,
  area: 'identity',
  tags: ['Account'],
  responses: {
    200: htmlPage,
    303: {
      description: 'A page of the sign-in, or this one.',
      body: null,
      headers: { Location: 'The address.' },
    },
  },
} as const;

/** The form of such a page. */
export const accountForm = {
  method: 'POST',
  repeatable: true,
  bodyType: 'form',
  maxBodyBytes: 16_384,
  refuses: ['SERVICE_BUSY'],
} as const;

/** The path of a page behind a link. */
export const linkParams = z.object({
  token: z
    .string()
    .max(200)
    .meta({ description: 'The secret part of the link, contained only in the mail.' }),
});

/** The form of a page. */
export const pageForm = {
  method: 'POST',
  bodyType: 'form',
  body: formFields(1024),
  maxBodyBytes: 16_384,
} as const;
