// Which credits people may report, and how much of them counts (docs/interface/training.md#self-reported-credits).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { twoDecimals } from '../../../../shared/money/amount.ts';
import { limitPeriods } from '../../self-reported-limit.ts';
import { modifiedDate, onlyWhatIsSent, reading, writing } from '../endpoints.ts';

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
const mayWriteLicenses = z.boolean().meta({
  description: 'Whether people may write their own licenses; false by default.',
});
const reviewerRole = z.string().trim().min(1).max(100);

const SelfReportedCredits = z
  .strictObject({
    excludedTypes,
    limits,
    reviewerRole: reviewerRole.optional().meta({
      description: 'The role whose holders are notified when credits are reported.',
    }),
    mayWriteLicenses,
    modifiedDate,
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
    mayWriteLicenses: mayWriteLicenses.nullish(),
  })
  .meta({ id: 'SelfReportedCreditsSettingsRequest', description: 'Only what is sent is changed.' });

export type SelfReportedCreditsInput = z.output<typeof SelfReportedCreditsRequest>;

export const getSelfReportedCredits = endpoint({
  ...reading,
  path: '/api/v1/Settings/SelfReportedCredits',
  summary: 'Get the settings of self-reported credits',
  responses: { 200: { description: 'The settings.', body: SelfReportedCredits } },
  budget: { roundTrips: 2, readUnits: 4 },
});

export const updateSelfReportedCredits = endpoint({
  ...writing,
  path: '/api/v1/Settings/SelfReportedCredits',
  summary: 'Update the settings of self-reported credits',
  description: `${onlyWhatIsSent} Certifications already awarded keep the limits that were applied to them.`,
  body: SelfReportedCreditsRequest,
  responses: { 200: { description: 'The updated settings.', body: SelfReportedCredits } },
  budget: { roundTrips: 4, readUnits: 6, writeUnits: 5 },
  example: {
    body: { limits: [{ creditTypeId: '{{creditTypeId}}', maximum: 6, period: 'CalendarYear' }] },
  },
});
