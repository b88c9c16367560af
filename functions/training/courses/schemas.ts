// Schemas of credits by type, in requests and responses of courses and curricula.
import * as z from 'zod';
import { twoDecimals } from '../../../shared/money/amount.ts';

/** An amount of credits or hours: two decimals. */
export const amount = twoDecimals(9999.99);

/** The id of a record, in lower case. */
export const reference = z.guid().toLowerCase();

export const CourseCredit = z
  .strictObject({ creditTypeId: z.uuid(), creditType: z.string(), credits: z.number().min(0) })
  .meta({ id: 'CourseCredit', description: 'An amount of credits of one type.' });

/** Credits by type in a request. */
export const creditsInput = (maxItems: number) =>
  z
    .array(
      z.object({
        creditTypeId: reference.meta({ description: 'A credit type of Settings.' }),
        credits: amount,
      }),
    )
    .max(maxItems);
