// When certifications can be renewed, and who is notified (docs/interface/training.md).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { days, modifiedDate, onlyWhatIsSent, reading, reminderDays, writing } from '../endpoints.ts';

const descriptions = {
  graceDays: 'For how many days after the last valid day a certification can still be renewed.',
  opensDays: 'From how many days before the last valid day a certification can be renewed.',
  officeRole: 'The role whose holders are notified of registrations for awards; staff by default.',
  endReminders: 'How many days before the last valid day the holder is notified.',
} as const;

const CertificationSettings = z
  .strictObject({
    graceDays: days.meta({ description: descriptions.graceDays }),
    renewalOpensDays: days.meta({ description: descriptions.opensDays }),
    reminderDays: z.array(z.int()).meta({ description: descriptions.endReminders }),
    officeRole: z.string().meta({ description: descriptions.officeRole, example: 'staff' }),
    modifiedDate,
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

export type CertificationSettingsInput = z.output<typeof CertificationSettingsRequest>;

export const getCertificationSettings = endpoint({
  ...reading,
  path: '/api/v1/Settings/Certification',
  summary: 'Get certification settings',
  responses: { 200: { description: 'The settings.', body: CertificationSettings } },
  budget: { roundTrips: 2, readUnits: 4 },
});

export const updateCertificationSettings = endpoint({
  ...writing,
  path: '/api/v1/Settings/Certification',
  summary: 'Update certification settings',
  description: `${onlyWhatIsSent} Certifications already awarded keep the rules that were applied to them.`,
  body: CertificationSettingsRequest,
  responses: { 200: { description: 'The updated settings.', body: CertificationSettings } },
  budget: { roundTrips: 3, readUnits: 4, writeUnits: 5 },
  example: { body: { graceDays: 45, reminderDays: [90, 60, 30, 7] } },
});
