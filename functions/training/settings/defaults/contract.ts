// Settings of training that are not lists: registration, certification, the fiscal year, and who may call without a token.
import * as z from 'zod';
import { AccessMode, fiscalYearStart } from '../../../../shared/auth/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';

const maxHours = 8760;
const hours = z.int().min(0).max(maxHours);
const maxDays = 3650;
const days = z.int().min(0).max(maxDays);
const waitlistSize = z.int().min(0).max(100_000);

const reminderDays = z
  .array(z.int().min(1).max(maxDays))
  .max(12)
  .meta({ description: 'Each number once, the largest first.', example: [7, 1] });

const currencies = new Set(Intl.supportedValuesOf('currency'));
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'a currency of three capitals, such as USD')
  .refine((code) => currencies.has(code), {
    message: 'currency must be a code of ISO 4217, such as USD.',
    params: { code: 'UNKNOWN_VALUE' },
  })
  .meta({ description: 'ISO 4217; prices and amounts of the tenant are in it.', example: 'USD' });

const descriptions = {
  offerHours: 'How long an offered seat is held, in hours; 0 confirms it at once.',
  pendingHoldsSeat: 'Whether a registration that awaits approval holds a seat.',
  mayReapply: 'Whether somebody who was denied may register for the same class again.',
  waitlistSize: 'How many may wait for a seat; 0 for no waitlist.',
  classReminders: 'Days before a class at which its registrants are reminded.',
  graceDays: 'Days after the last valid day in which a certification can still be renewed.',
  opensDays: 'Days before the last valid day from which a certification can be renewed.',
  endReminders: 'Days before the last valid day at which the holder is told.',
} as const;

const modifiedDate = z.iso
  .datetime()
  .optional()
  .meta({ description: 'When it was last changed; absent as long as it never was.' });

const RegistrationSettings = z
  .strictObject({
    currency: z.string(),
    offerHours: hours.meta({ description: descriptions.offerHours }),
    pendingHoldsSeat: z.boolean().meta({ description: descriptions.pendingHoldsSeat }),
    mayReapplyAfterDenial: z.boolean().meta({ description: descriptions.mayReapply }),
    waitlistSize: waitlistSize.meta({ description: descriptions.waitlistSize }),
    reminderDays: z.array(z.int()).meta({ description: descriptions.classReminders }),
    modifiedDate: modifiedDate,
  })
  .meta({
    id: 'RegistrationDefaults',
    description: 'What a class has where its own settings say nothing.',
  });

const RegistrationSettingsRequest = z
  .object({
    currency: currency.nullish(),
    offerHours: hours.nullish().meta({ description: descriptions.offerHours }),
    pendingHoldsSeat: z.boolean().nullish().meta({ description: descriptions.pendingHoldsSeat }),
    mayReapplyAfterDenial: z.boolean().nullish().meta({ description: descriptions.mayReapply }),
    waitlistSize: waitlistSize.nullish().meta({ description: descriptions.waitlistSize }),
    reminderDays: reminderDays.nullish(),
  })
  .meta({ id: 'RegistrationDefaultsRequest', description: 'Only what is sent is changed.' });

const CertificationSettings = z
  .strictObject({
    graceDays: days.meta({ description: descriptions.graceDays }),
    renewalOpensDays: days.meta({ description: descriptions.opensDays }),
    reminderDays: z.array(z.int()).meta({ description: descriptions.endReminders }),
    modifiedDate: modifiedDate,
  })
  .meta({ id: 'CertificationDefaults', description: 'When certifications are renewed.' });

const CertificationSettingsRequest = z
  .object({
    graceDays: days.nullish().meta({ description: descriptions.graceDays }),
    renewalOpensDays: days.nullish().meta({ description: descriptions.opensDays }),
    reminderDays: reminderDays.nullish(),
  })
  .meta({ id: 'CertificationDefaultsRequest', description: 'Only what is sent is changed.' });

const FiscalYear = z
  .strictObject({
    fiscalYearStart: z.string().meta({ example: '07-01' }),
    currentYear: z
      .strictObject({ startDate: z.iso.date(), endDate: z.iso.date() })
      .meta({ description: 'The year it is now in the time zone of the tenant; both days belong to it.' }),
    timeZone: z.string(),
  })
  .meta({ id: 'FiscalYearSettings' });

const AccessPolicy = z.strictObject({ read: AccessMode, write: AccessMode }).meta({
  id: 'AccessPolicy',
  description: 'tenant: the tenant-code alone suffices. token: a token is needed.',
});

export type RegistrationSettingsInput = z.output<typeof RegistrationSettingsRequest>;
export type CertificationSettingsInput = z.output<typeof CertificationSettingsRequest>;

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'tenant' } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;
const ifMatch =
  'Only what is sent is changed. Send the ETag as If-Match so that nobody is overwritten. Who changed what is audited.';

export const getRegistrationSettings = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Registration',
  summary: 'Get what classes start with, and the currency',
  responses: { 200: { description: 'The settings.', body: RegistrationSettings } },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateRegistrationSettings = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/Registration',
  summary: 'Change what classes start with, and the currency',
  description: `${ifMatch} Classes that exist keep their own settings.`,
  body: RegistrationSettingsRequest,
  responses: { 200: { description: 'The settings as they are now.', body: RegistrationSettings } },
  access: writeAccess,
  refuses: ['CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 5 },
  example: { body: { offerHours: 24, reminderDays: [14, 2] } },
});

export const getCertificationSettings = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Certification',
  summary: 'Get when certifications are renewed',
  responses: { 200: { description: 'The settings.', body: CertificationSettings } },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateCertificationSettings = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/Certification',
  summary: 'Change when certifications are renewed',
  description: `${ifMatch} Certifications that were awarded keep the rules they were judged by.`,
  body: CertificationSettingsRequest,
  responses: { 200: { description: 'The settings as they are now.', body: CertificationSettings } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { graceDays: 45, reminderDays: [90, 60, 30, 7] } },
});

export const getFiscalYear = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Get the fiscal year: when it begins, and the one it is now',
  responses: { 200: { description: 'The fiscal year.', body: FiscalYear } },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateFiscalYear = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Change when the fiscal year begins',
  description: 'Totals per fiscal year are reckoned anew from then on. Who changed it is audited.',
  body: z.object({ fiscalYearStart }).meta({ id: 'FiscalYearRequest' }),
  responses: { 200: { description: 'The fiscal year as it is now.', body: FiscalYear } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { fiscalYearStart: '10-01' } },
});

export const getAccessPolicy = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Get whether training is read and written without a token',
  responses: { 200: { description: 'The policy.', body: AccessPolicy } },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateAccessPolicy = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Change whether training is read and written without a token',
  description:
    'Only what is sent is changed. Always needs a token: who is unknown neither opens nor shuts the door. Who changed it is audited.',
  body: z
    .object({ read: AccessMode.nullish(), write: AccessMode.nullish() })
    .meta({ id: 'AccessPolicyRequest' }),
  responses: { 200: { description: 'The policy as it is now.', body: AccessPolicy } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { read: 'tenant', write: 'token' } },
});
