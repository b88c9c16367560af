// Credits by type, as they are sent and shown wherever courses and curricula speak of them.
import * as z from 'zod';
import { twoDecimals } from '../money.ts';

/** An amount of credits or hours: two decimals. */
export const amount = twoDecimals(9999.99);

/** The id of a record, in lower case. */
export const reference = z.guid().toLowerCase();

export const CourseCredit = z
  .strictObject({ creditTypeId: z.uuid(), creditType: z.string(), credits: z.number().min(0) })
  .meta({ id: 'CourseCredit', description: 'So many credits of a type.' });

/** Credits by type, as they are sent. */
export const creditsInput = (most: number) =>
  z
    .array(
      z.object({
        creditTypeId: reference.meta({ description: 'A credit type of Settings.' }),
        credits: amount,
      }),
    )
    .max(most);
