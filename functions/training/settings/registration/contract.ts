// The registration settings that classes have by default, and the currency (docs/interface/training.md).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { isCurrency } from '../../../../shared/money/currency.ts';
import { CancellationTermsInput, CancellationTermsView } from '../../prices/cancellation-schemas.ts';
import { maxRetakeMonths, retakeRegistrations, unmetExperienceModes } from '../../training-settings.ts';
import { modifiedDate, onlyWhatIsSent, reading, reminderDays, writing } from '../endpoints.ts';

const maxHours = 8760;
const hours = z.int().min(0).max(maxHours);
const waitlistSize = z.int().min(0).max(100_000);

const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'a currency code of three capital letters, such as USD')
  .refine(isCurrency, {
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
} as const;

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
    modifiedDate,
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

export type RegistrationSettingsInput = z.output<typeof RegistrationSettingsRequest>;

export const getRegistrationSettings = endpoint({
  ...reading,
  path: '/api/v1/Settings/Registration',
  summary: 'Get registration settings and currency',
  responses: { 200: { description: 'The settings.', body: RegistrationSettings } },
  budget: { roundTrips: 2, readUnits: 4 },
});

export const updateRegistrationSettings = endpoint({
  ...writing,
  path: '/api/v1/Settings/Registration',
  summary: 'Update registration settings and currency',
  description: `${onlyWhatIsSent} Existing classes keep their settings.`,
  body: RegistrationSettingsRequest,
  responses: { 200: { description: 'The updated settings.', body: RegistrationSettings } },
  refuses: ['CONFLICT'],
  budget: { roundTrips: 4, readUnits: 5, writeUnits: 5 },
  example: { body: { offerHours: 24, reminderDays: [14, 2] } },
});
