// The schemas of cancellation terms (docs/interface/training.md#cancellation-fees).
import * as z from 'zod';
import { money, twoDecimals } from '../../../shared/money/amount.ts';

const CancellationFeeInput = z
  .object({
    percent: twoDecimals(100).nullish().meta({ description: 'Of what was due for the seat.' }),
    amount: money.nullish().meta({ description: 'At most what was due for the seat.' }),
  })
  .refine(({ percent, amount }) => typeof percent !== 'number' || typeof amount !== 'number', {
    path: ['amount'],
    message: 'Both percent and amount were sent, but a cancellation costs one of them.',
    params: { code: 'NOT_ALLOWED' },
  });

/** The earliest deadline, in hours before a class: a year. */
const maxDeadlineHours = 8_760;

export const CancellationTermsInput = z
  .object({
    deadlineHours: z
      .int()
      .min(0)
      .max(maxDeadlineHours)
      .meta({ description: 'How many hours before the class the deadline is.', example: 72 }),
    feeBefore: CancellationFeeInput.nullish().meta({
      description: 'Until the deadline; nothing by default.',
    }),
    feeAfter: CancellationFeeInput.nullish().meta({ description: 'After it; nothing by default.' }),
  })
  .meta({ id: 'CancellationTermsRequest' });
export type CancellationTermsInput = z.output<typeof CancellationTermsInput>;

const FeeView = z.strictObject({ percent: z.number().optional(), amount: z.number().optional() }).nullable();
export const CancellationTermsView = z
  .strictObject({ deadlineHours: z.int(), feeBefore: FeeView, feeAfter: FeeView })
  .meta({ id: 'CancellationTerms' });
