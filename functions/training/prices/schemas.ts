// The schema of a price (docs/interface/training.md#prices).
import * as z from 'zod';

const money = z.number().min(0);

export const PriceView = z
  .strictObject({
    currency: z.string().meta({ description: 'ISO 4217.', example: 'USD' }),
    fee: money.meta({ description: 'By the phase and kind of registrant.' }),
    discount: z
      .strictObject({ code: z.string(), percent: z.number().optional(), amount: money })
      .optional()
      .meta({ description: 'What a discount code takes off.' }),
    tax: z
      .strictObject({
        name: z.string(),
        rate: z.number().meta({ description: 'In percent.', example: 8.875 }),
        isInclusive: z.boolean().meta({ description: 'Whether the fee includes it.' }),
        amount: money,
      })
      .optional()
      .meta({ description: 'Of the fee less the discount, rounded once.' }),
    total: money.meta({ description: 'What is due.' }),
  })
  .meta({ id: 'RegistrationPrice' });
