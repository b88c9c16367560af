// What the contracts of this area's pages behind the links of mails have in common. They work without JavaScript.
import * as z from 'zod';
import { formFields } from '../../../shared/http/lenient.ts';

/** A page for whoever has its address. */
export const publicPage = {
  access: 'public',
  responses: {
    200: {
      description: 'An HTML page, also when the link is invalid or the input is refused.',
      body: z.string(),
      contentType: 'text/html; charset=utf-8',
    },
  },
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
