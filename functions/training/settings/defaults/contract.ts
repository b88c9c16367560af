// Settings of training that are not lists: registration, certification, fiscal year, access policy.
import * as z from 'zod';
import { AccessMode, EmailVisibility, fiscalYearStart } from '../../../../shared/auth/tenant-fields.ts';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { twoDecimals } from '../../../../shared/money/amount.ts';
import { CancellationTermsInput, CancellationTermsView } from '../../prices/cancellation-schemas.ts';
import { limitPeriods } from '../../self-reported-limit.ts';
import { maxRetakeMonths, retakeRegistrations, unmetExperienceModes } from '../../training-settings.ts';

const maxHours = 8760;
const hours = z.int().min(0).max(maxHours);
const maxDays = 3650;
const days = z.int().min(0).max(maxDays);
const waitlistSize = z.int().min(0).max(100_000);

const reminderDays = z
  .array(z.int().min(1).max(maxDays))
  .max(12)
  .meta({ description: 'Different numbers of days, largest first.', example: [7, 1] });

const currencies = new Set(Intl.supportedValuesOf('currency'));
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'a currency code of three capital letters, such as USD')
  .refine((code) => currencies.has(code), {
    message: 'currency must be an ISO 4217 code, such as USD.',
    params: { code: 'UNKNOWN_VALUE' },
  })
  .meta({
    description: "The ISO 4217 code of the currency of the tenant's prices and amounts.",
    example: 'USD',
  });

const descriptions = {
  unmetExperience:
    'What a registration for an award or a class needs where a prerequisite is experience: a declaration (the default), or, with block, an override.',
  retakeMonths:
    'Within how many months of credits of a course it gives none again, where the course does not say otherwise; 0 (the default): it always does.',
  retakeRegistration:
    'Whether somebody may register for a class of such a course in that time: allow (the default) or refuse.',
  offerHours: 'How long an offered seat is held, in hours. With 0 it is confirmed at once.',
  pendingHoldsSeat: 'Whether a registration holds a seat while it waits for approval.',
  mayReapply: 'Whether a person may register again for a class after a denial.',
  waitlistSize: 'How many people the waitlist can hold; 0 for no waitlist.',
  cancellation:
    'What cancellations cost where neither the class nor its course says it; absent for nothing, and what was paid is then kept.',
  classReminders: 'How many days before a class its registrants are reminded.',
  graceDays: 'For how many days after the last valid day a certification can still be renewed.',
  opensDays: 'From how many days before the last valid day a certification can be renewed.',
  officeRole: 'The role whose holders are told of registrations for awards; staff by default.',
  endReminders: 'How many days before the last valid day the holder is notified.',
} as const;

const modifiedDate = z.iso
  .datetime()
  .optional()
  .meta({ description: 'When the settings were last changed; absent when they never were.' });

const UnmetExperience = z.enum(unmetExperienceModes).meta({ description: descriptions.unmetExperience });

const retakeMonths = z.int().min(0).max(maxRetakeMonths);
const RetakeRegistration = z.enum(retakeRegistrations).meta({ description: descriptions.retakeRegistration });

const RegistrationSettings = z
  .strictObject({
    currency: z.string(),
    unmetExperience: UnmetExperience,
    retakeMonths: retakeMonths.meta({ description: descriptions.retakeMonths }),
    retakeRegistration: RetakeRegistration,
    offerHours: hours.meta({ description: descriptions.offerHours }),
    pendingHoldsSeat: z.boolean().meta({ description: descriptions.pendingHoldsSeat }),
    mayReapplyAfterDenial: z.boolean().meta({ description: descriptions.mayReapply }),
    waitlistSize: waitlistSize.meta({ description: descriptions.waitlistSize }),
    cancellation: CancellationTermsView.optional().meta({ description: descriptions.cancellation }),
    reminderDays: z.array(z.int()).meta({ description: descriptions.classReminders }),
    modifiedDate: modifiedDate,
  })
  .meta({
    id: 'RegistrationDefaults',
    description: 'The registration settings that a class has by default.',
  });

const RegistrationSettingsRequest = z
  .object({
    currency: currency.nullish(),
    unmetExperience: UnmetExperience.nullish(),
    retakeMonths: retakeMonths.nullish().meta({ description: descriptions.retakeMonths }),
    retakeRegistration: RetakeRegistration.nullish(),
    offerHours: hours.nullish().meta({ description: descriptions.offerHours }),
    pendingHoldsSeat: z.boolean().nullish().meta({ description: descriptions.pendingHoldsSeat }),
    mayReapplyAfterDenial: z.boolean().nullish().meta({ description: descriptions.mayReapply }),
    waitlistSize: waitlistSize.nullish().meta({ description: descriptions.waitlistSize }),
    cancellation: CancellationTermsInput.nullish().meta({ description: descriptions.cancellation }),
    reminderDays: reminderDays.nullish(),
  })
  .meta({ id: 'RegistrationDefaultsRequest', description: 'Only what is sent is changed.' });

const CertificationSettings = z
  .strictObject({
    graceDays: days.meta({ description: descriptions.graceDays }),
    renewalOpensDays: days.meta({ description: descriptions.opensDays }),
    reminderDays: z.array(z.int()).meta({ description: descriptions.endReminders }),
    officeRole: z.string().meta({ description: descriptions.officeRole, example: 'staff' }),
    modifiedDate: modifiedDate,
  })
  .meta({ id: 'CertificationDefaults', description: 'When certifications can be renewed.' });

const CertificationSettingsRequest = z
  .object({
    graceDays: days.nullish().meta({ description: descriptions.graceDays }),
    renewalOpensDays: days.nullish().meta({ description: descriptions.opensDays }),
    reminderDays: reminderDays.nullish(),
    officeRole: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .nullish()
      .meta({ description: descriptions.officeRole, example: 'staff' }),
  })
  .meta({ id: 'CertificationDefaultsRequest', description: 'Only what is sent is changed.' });

const FiscalYear = z
  .strictObject({
    fiscalYearStart: z.string().meta({ example: '07-01' }),
    currentYear: z.strictObject({ startDate: z.iso.date(), endDate: z.iso.date() }).meta({
      description: "The current fiscal year in the tenant's time zone, first and last day included.",
    }),
    timeZone: z.string(),
  })
  .meta({ id: 'FiscalYearSettings' });

const AccessPolicy = z
  .strictObject({ read: AccessMode, write: AccessMode, emailsVisibleTo: EmailVisibility })
  .meta({
    id: 'AccessPolicy',
    description: 'tenant: the tenant-code header is enough. token: a token is required.',
  });

const SelfReportedLimit = z
  .strictObject({
    creditTypeId: z.guid().toLowerCase(),
    maximum: twoDecimals(9999.99)
      .min(0)
      .meta({ description: 'The most self-reported credits of the type that count towards an award.' }),
    period: z.enum(limitPeriods).meta({
      description:
        'Term: the maximum is for one certification or one renewal. CalendarYear: it is for the credits that were earned in one year.',
    }),
  })
  .meta({ id: 'SelfReportedLimit' });

const excludedTypes = z.array(z.guid().toLowerCase()).max(100).meta({
  description: 'The credit types of which nobody may report credits; none by default.',
});
const limits = z.array(SelfReportedLimit).max(100).meta({
  description: 'At most one limit for each credit type; all credits of the other types count.',
});
const reviewerRole = z.string().trim().min(1).max(100);

const SelfReportedCredits = z
  .strictObject({
    excludedTypes,
    limits,
    reviewerRole: reviewerRole.optional().meta({
      description: 'The role whose holders are notified when credits are reported.',
    }),
    modifiedDate: modifiedDate,
  })
  .meta({
    id: 'SelfReportedCreditsSettings',
    description: 'What people may report, and how much of it counts.',
  });

const SelfReportedCreditsRequest = z
  .object({
    excludedTypes: excludedTypes.nullish(),
    limits: limits.nullish(),
    reviewerRole: reviewerRole.nullish().meta({
      description: 'A role of the tenant. With null nobody is notified any more.',
    }),
  })
  .meta({ id: 'SelfReportedCreditsSettingsRequest', description: 'Only what is sent is changed.' });

export type SelfReportedCreditsInput = z.output<typeof SelfReportedCreditsRequest>;
export type RegistrationSettingsInput = z.output<typeof RegistrationSettingsRequest>;
export type CertificationSettingsInput = z.output<typeof CertificationSettingsRequest>;

const shared = { area: 'training', tags: ['Settings'] } as const;
const readAccess = { permission: 'training.settings.read', token: 'required', showsSettings: true } as const;
const writeAccess = { permission: 'training.settings.write', token: 'tenant' } as const;
const ifMatch =
  'Only the fields that are sent are changed. Send the ETag as If-Match to avoid overwriting the changes of others. The change is audited.';

export const getRegistrationSettings = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Registration',
  summary: 'Get registration settings and currency',
  responses: { 200: { description: 'The settings.', body: RegistrationSettings } },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateRegistrationSettings = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/Registration',
  summary: 'Update registration settings and currency',
  description: `${ifMatch} Existing classes keep their settings.`,
  body: RegistrationSettingsRequest,
  responses: { 200: { description: 'The updated settings.', body: RegistrationSettings } },
  access: writeAccess,
  refuses: ['CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 5 },
  example: { body: { offerHours: 24, reminderDays: [14, 2] } },
});

export const getCertificationSettings = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/Certification',
  summary: 'Get certification settings',
  responses: { 200: { description: 'The settings.', body: CertificationSettings } },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateCertificationSettings = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/Certification',
  summary: 'Update certification settings',
  description: `${ifMatch} Certifications already awarded keep the rules that were applied to them.`,
  body: CertificationSettingsRequest,
  responses: { 200: { description: 'The updated settings.', body: CertificationSettings } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { graceDays: 45, reminderDays: [90, 60, 30, 7] } },
});

export const getSelfReportedCredits = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/SelfReportedCredits',
  summary: 'Get the settings of self-reported credits',
  responses: { 200: { description: 'The settings.', body: SelfReportedCredits } },
  access: readAccess,
  budget: { roundTrips: 2, readUnits: 4 },
  example: {},
});

export const updateSelfReportedCredits = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/SelfReportedCredits',
  summary: 'Update the settings of self-reported credits',
  description: `${ifMatch} Certifications already awarded keep the limits that were applied to them.`,
  body: SelfReportedCreditsRequest,
  responses: { 200: { description: 'The updated settings.', body: SelfReportedCredits } },
  access: writeAccess,
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 5 },
  example: {
    body: { limits: [{ creditTypeId: '{{creditTypeId}}', maximum: 6, period: 'CalendarYear' }] },
  },
});

export const getFiscalYear = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Get the fiscal year',
  responses: { 200: { description: 'The fiscal year.', body: FiscalYear } },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateFiscalYear = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/FiscalYear',
  summary: 'Update the start of the fiscal year',
  description: 'From then on, totals by fiscal year are computed with the new start. The change is audited.',
  body: z.object({ fiscalYearStart }).meta({ id: 'FiscalYearRequest' }),
  responses: { 200: { description: 'The updated fiscal year.', body: FiscalYear } },
  access: writeAccess,
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { fiscalYearStart: '10-01' } },
});

export const getAccessPolicy = endpoint({
  ...shared,
  method: 'GET',
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Get the access policy of training',
  responses: { 200: { description: 'The access policy.', body: AccessPolicy } },
  access: readAccess,
  budget: { roundTrips: 1, readUnits: 3 },
  example: {},
});

export const updateAccessPolicy = endpoint({
  ...shared,
  method: 'PUT',
  path: '/api/v1/Settings/AccessPolicy',
  summary: 'Update the access policy of training',
  description:
    'Sets whether training can be read and written without a token, and who sees the e-mail addresses of others. Only the fields that are sent are changed. Always requires a token. The change is audited.',
  body: z
    .object({
      read: AccessMode.nullish(),
      write: AccessMode.nullish(),
      emailsVisibleTo: EmailVisibility.nullish(),
    })
    .meta({ id: 'AccessPolicyRequest' }),
  responses: { 200: { description: 'The updated access policy.', body: AccessPolicy } },
  access: { permission: 'training.settings.write', token: 'required' },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { read: 'tenant', write: 'token' } },
});
