// What every broadcast of a tenant says: postal address, footer, header and colour (docs/interface/communication.md#postal-address-and-look).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { optionalBoolean, optionalOrBlank, optionalText } from '../../../../shared/http/lenient.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'a country as two capital letters, such as US');
const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'a colour such as #1b4f9c')
  .meta({ description: "The line at the top; null: the colour of the tenant's pages.", example: '#1b4f9c' });
const postalAddress =
  'Where the association gets letters, in lines: a street address or a post office box. Every broadcast shows it.';
const footer = 'A text at the end of every broadcast.';
const header = 'A line at the top of every broadcast.';
const asksApproval = 'Whether a broadcast is sent only after a person who did not write it has approved it.';
const showsLogo = 'Whether the logo of the tenant is at the top.';

const MailSettingsView = z
  .strictObject({
    country: z.string().meta({ description: 'The country whose law applies to the mails.' }),
    postalAddress: z.string().nullable().meta({ description: postalAddress }),
    footer: z.string().nullable().meta({ description: footer }),
    header: z.string().nullable().meta({ description: header }),
    showsLogo: z.boolean().meta({ description: showsLogo }),
    asksApproval: z.boolean().meta({ description: asksApproval }),
    color: z.string().nullable().meta({ description: 'The colour of the line at the top.' }),
  })
  .meta({ id: 'MailSettings' });

const example = {
  ...{ country: 'US', postalAddress: '206 Tenth Avenue SE\nOlympia, WA 98501', color: '#1b4f9c' },
  footer: 'You get this mail as a member or a contact of the association.',
};

const MailSettingsRequest = z
  .object({
    country: optionalOrBlank(country).meta({
      description:
        'The country whose law applies to the mails (ISO 3166-1 alpha-2), by default US. US and CA ask for a postal address in every broadcast.',
      example: 'US',
    }),
    postalAddress: optionalText(500).meta({
      description: `${postalAddress} Required where the country asks for it.`,
      example: '206 Tenth Avenue SE\nOlympia, WA 98501',
    }),
    footer: optionalText(1000).meta({ description: footer }),
    header: optionalText(120).meta({ description: header }),
    showsLogo: optionalBoolean().meta({ description: `${showsLogo} Default: false.` }),
    asksApproval: optionalBoolean().meta({ description: `${asksApproval} Default: false.` }),
    color: color.nullish(),
  })
  .meta({ id: 'MailSettingsRequest', example });
export type MailSettingsInput = z.output<typeof MailSettingsRequest>;

const shared = {
  area: 'crm',
  tags: ['Settings'],
  path: '/api/v1/Settings/Mail',
  responses: { 200: { description: 'The settings.', body: MailSettingsView } },
} as const;

export const getMailSettings = endpoint({
  ...shared,
  access: { permission: 'crm.communication.read', token: 'required' },
  method: 'GET',
  summary: 'Get what every broadcast says',
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateMailSettings = endpoint({
  ...shared,
  access: { permission: 'crm.settings.write', token: 'required' },
  method: 'PUT',
  summary: 'Replace what every broadcast says, and whether it needs an approval',
  description:
    'What is not sent is removed. The postal address cannot be removed where the country asks for one. The change is audited, and applies to every mail that is sent from then on. Send the ETag as If-Match to prevent lost updates.',
  body: MailSettingsRequest,
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 10 },
  example: { body: example },
});
