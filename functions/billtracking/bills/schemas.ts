// The id of a bill in requests.
import * as z from 'zod';

/** The id of a bill in a body, as a number or a string. */
export const billId = () =>
  z
    .preprocess(
      (input) => (typeof input === 'string' && /^\d{1,10}$/.test(input.trim()) ? Number(input) : input),
      z.int().min(1).max(2_147_483_647),
    )
    .meta({ description: 'The id of the bill.', example: 1 });

/** The id of a bill in a path. */
export const byBillId = z.object({
  id: z.coerce.number().int().min(1).max(2_147_483_647).meta({ description: 'The id of the bill.' }),
});
