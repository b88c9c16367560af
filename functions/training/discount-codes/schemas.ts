// The schemas of discount codes (docs/interface/training.md#discount-codes).
import * as z from 'zod';
import { money, twoDecimals } from '../../../shared/money/amount.ts';

const nullableText = z.string().nullable();
const nullableCount = z.int().nullable();

export const DiscountCode = z
  .strictObject({
    id: z.uuid(),
    code: z.string().meta({ example: 'K7QF-2WMD-XR4T' }),
    description: nullableText,
    percent: z.number().nullable().meta({ description: 'Null for a code that takes off an amount.' }),
    amount: z.number().nullable(),
    currency: z.string().meta({ description: 'ISO 4217, of the amount.', example: 'USD' }),
    inWords: z.string().meta({ example: '20% off' }),
    validFrom: z.iso.date().nullable(),
    validUntil: z.iso.date().nullable(),
    maxRedemptions: nullableCount.meta({ description: 'Null for no limit.' }),
    maxPerPerson: nullableCount,
    courseIds: z.array(z.uuid()),
    classIds: z.array(z.uuid()),
    awardIds: z.array(z.uuid()),
    returnsWhenCancelled: z.boolean(),
    isActive: z.boolean(),
    redeemed: z.int().meta({ description: 'How often it counts as redeemed now.' }),
    createdDate: z.iso.datetime(),
    modifiedDate: z.iso.datetime(),
  })
  .meta({ id: 'DiscountCode' });

const ids = (what: string) =>
  z
    .array(z.guid().toLowerCase())
    .max(50)
    .nullish()
    .meta({ description: `${what} A code without courses, classes and awards is for everything.` });

const percent = twoDecimals(100).min(0.01).nullish();
const amount = money.gt(0).nullish();

const fields = {
  description: z.string().trim().max(200).nullish().meta({ example: 'Early registration, spring' }),
  percent: percent.meta({ description: 'What it takes off, in percent of the fee.', example: 20 }),
  amount: amount.meta({ description: 'What it takes off, in the currency of the tenant.' }),
  validFrom: z.iso.date().nullish().meta({ description: 'The first day, in the time zone of the tenant.' }),
  validUntil: z.iso.date().nullish().meta({ description: 'The last day, included.' }),
  maxRedemptions: z.int().min(1).max(1_000_000).nullish().meta({ description: 'No limit when absent.' }),
  maxPerPerson: z.int().min(1).max(1_000).nullish().meta({ description: 'No limit when absent.' }),
  courseIds: ids('Classes of these courses.'),
  classIds: ids('These classes.'),
  awardIds: ids('Registrations for these awards, and for classes that lead to them.'),
  returnsWhenCancelled: z.boolean().nullish().meta({
    description:
      'Whether a registration that its person or the office cancels gives the redemption back; true by default. One that is denied, expires or ends with its class always does.',
  }),
  isActive: z.boolean().nullish().meta({ description: 'True by default.' }),
} as const;

export const DiscountCodeCreateRequest = z
  .object({
    code: z
      .string()
      .trim()
      .regex(
        /^[A-Za-z0-9](?:[ -]?[A-Za-z0-9]){5,29}$/,
        'a code of 6 to 30 letters and digits, which spaces and hyphens may separate',
      )
      .nullish()
      .meta({
        description:
          '6 to 30 letters and digits; case, spaces and hyphens don’t matter. One that can’t be guessed is made when it is absent.',
        example: 'SPRING-2027',
      }),
    ...fields,
  })
  .refine((sent) => typeof sent.percent === 'number' || typeof sent.amount === 'number', {
    path: ['percent'],
    message: 'A code takes off a percentage or an amount; send percent or amount.',
    params: { code: 'REQUIRED_FIELD' },
  })
  .refine((sent) => typeof sent.percent !== 'number' || typeof sent.amount !== 'number', {
    path: ['amount'],
    message: 'Both percent and amount were sent, but a code takes off one of them.',
    params: { code: 'NOT_ALLOWED' },
  })
  .meta({ id: 'DiscountCodeCreateRequest' });
export type DiscountCodeCreateInput = z.output<typeof DiscountCodeCreateRequest>;

export const DiscountCodeUpdateRequest = z
  .object(fields)
  .refine((sent) => typeof sent.percent !== 'number' || typeof sent.amount !== 'number', {
    path: ['amount'],
    message: 'Both percent and amount were sent, but a code takes off one of them.',
    params: { code: 'NOT_ALLOWED' },
  })
  .meta({ id: 'DiscountCodeUpdateRequest', description: 'Only what is sent is changed; null removes.' });
export type DiscountCodeUpdateInput = z.output<typeof DiscountCodeUpdateRequest>;
