// Schemas of credit rules in requests and responses (docs/interface/training.md#credit-rules).
import * as z from 'zod';
import { twoDecimals } from '../../../../shared/money/amount.ts';
import { creditModes } from '../../attendance-mode.ts';
import { amount, reference } from '../../courses/schemas.ts';
import { roundingDirections } from '../record/credit-rules.ts';

/** The most limits and types of credit rules. */
const most = { limits: 12, types: 8, courses: 20 } as const;

const typeIds = z.array(reference).min(1).max(most.types);
const Rounding = z
  .object({
    unit: twoDecimals(10).min(0.01).meta({ description: 'Such as 0.5 for half hours.', example: 0.5 }),
    direction: z.enum(roundingDirections).meta({ description: 'nearest rounds half a unit up.' }),
  })
  .meta({ id: 'CreditRounding' });

/** Credit rules of a request. */
export const CreditRulesRequest = z
  .object({
    total: amount.meta({ description: 'How many credits must count in all.', example: 40 }),
    creditTypeIds: typeIds.nullish().meta({ description: 'The credit types that count; all by default.' }),
    limits: z
      .array(
        z.object({
          creditTypeIds: typeIds.nullish(),
          attendanceModes: z
            .array(z.enum(creditModes))
            .min(1)
            .max(creditModes.length)
            .nullish()
            .meta({ description: 'Credits of which nothing else is known are in no limit by mode.' }),
          minimum: amount.nullish(),
          maximum: amount.nullish(),
        }),
      )
      .max(most.limits)
      .nullish()
      .meta({
        description:
          'At least, or at most, so many credits of some types, or earned in some way, or both. Two limits without attendanceModes, or two with them, select other credits, or one selects a part of the other.',
      }),
    conversions: z
      .array(z.object({ creditTypeId: reference, factor: twoDecimals(100).min(0.01) }))
      .max(most.types)
      .nullish()
      .meta({ description: 'One credit of the type counts as factor credits.' }),
    rounding: Rounding.nullish().meta({
      description: 'Of each entry of credits, after its conversion; nearest to 0.01 by default.',
    }),
    carryOver: z.object({ maximum: amount, creditTypeIds: typeIds.nullish() }).nullish().meta({
      description:
        'How many credits beyond the total count in the next term, and of which types; all by default. For renewals.',
    }),
    proration: z
      .object({
        countsPartialMonths: z.boolean().nullish().meta({
          description: 'Whether a part of a month counts as a month. Default: false.',
        }),
        reducesLimits: z
          .boolean()
          .nullish()
          .meta({ description: 'Whether minima and maxima are reduced too. Default: false.' }),
        rounding: Rounding.nullish().meta({ description: 'Of reduced amounts; down to 0.01 by default.' }),
      })
      .nullish()
      .meta({
        description:
          'A first term that is shorter than the validity of the award needs its share of the total, by months. For renewals.',
      }),
    requiredCourseIds: z
      .array(reference)
      .max(most.courses)
      .nullish()
      .meta({ description: 'Courses to complete in the term that is renewed. For renewals.' }),
  })
  .meta({ id: 'CreditRulesRequest', description: 'Replaced as a whole.' });
export type CreditRulesInput = z.output<typeof CreditRulesRequest>;

const ids = z.array(z.guid());
const RoundingView = z.strictObject({ unit: z.number(), direction: z.enum(roundingDirections) });

/** Credit rules in a response, as they are stored. */
export const CreditRulesView = z
  .strictObject({
    total: z.number(),
    creditTypeIds: ids.optional(),
    limits: z.array(
      z.strictObject({
        creditTypeIds: ids.optional(),
        attendanceModes: z.array(z.enum(creditModes)).optional(),
        minimum: z.number().optional(),
        maximum: z.number().optional(),
      }),
    ),
    conversions: z.array(z.strictObject({ creditTypeId: z.guid(), factor: z.number() })),
    rounding: RoundingView.optional(),
    carryOver: z.strictObject({ maximum: z.number(), creditTypeIds: ids.optional() }).optional(),
    proration: z
      .strictObject({
        countsPartialMonths: z.boolean(),
        reducesLimits: z.boolean(),
        rounding: RoundingView.optional(),
      })
      .optional(),
    requiredCourseIds: ids,
  })
  .meta({ id: 'CreditRules', description: 'Which credits count, and how many are needed.' });
