// The shape of xAPI statements (xAPI 1.0.3, part two; IEEE 9274.1.1-2023 has the same), as far as rules read it.
import * as z from 'zod';
import { moment } from '../../../../shared/time/moment-schemas.ts';

/** The largest statement, in characters of JSON, and how deep its values may be nested. */
export const maxStatementLength = 16_384;
export const maxStatementDepth = 20;

const iri = z
  .string()
  .max(1000)
  .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, 'an absolute IRI (xAPI 2.2)');

export const statementId = z.guid().toLowerCase();

/** An ISO 8601 time with its offset (xAPI 4.5). */
const timestamp = moment;

const Activity = z.looseObject({ id: iri });

/** Whether DynamoDB stores a number: its exponents are -130 to 125. */
const isStorable = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= 1e-100 && Math.abs(value) <= 1e100);

const storable = z.number().refine(isStorable, 'a number that is 0, or has an exponent from -100 to 100');
const Score = z.strictObject({
  scaled: storable.min(-1).max(1).optional(),
  raw: storable.optional(),
  min: storable.optional(),
  max: storable.optional(),
});

const Result = z.strictObject({
  score: Score.optional(),
  success: z.boolean().optional(),
  completion: z.boolean().optional(),
  response: z.string().optional(),
  duration: z
    .string()
    .max(100)
    .regex(
      /^P((\d+(\.\d+)?[YMWD])+(T(\d+(\.\d+)?[HMS])+)?|T(\d+(\.\d+)?[HMS])+)$/,
      'an ISO 8601 duration (xAPI 4.6)',
    )
    .optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** One activity, or several: old providers send one without a list (xAPI 2.4.6.2). */
const activities = z.union([z.array(Activity), Activity]).optional();

const Context = z.looseObject({
  registration: z.guid().toLowerCase().optional(),
  contextActivities: z
    .strictObject({ parent: activities, grouping: activities, category: activities, other: activities })
    .optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** The agent of a launch: an account and nothing that names the person (cmi5 9.2). */
export const Agent = z.looseObject({
  objectType: z.literal('Agent').optional(),
  account: z.strictObject({ homePage: iri, name: z.string().max(200) }),
});

const StatementObject = z.looseObject({
  objectType: z.enum(['Activity', 'Agent', 'Group', 'StatementRef', 'SubStatement']).optional(),
  id: z.string().max(1000).optional(),
});

/** A statement. What the platform sets itself is accepted and replaced (xAPI 2.4.8, 2.4.9). */
export const Statement = z
  .strictObject({
    id: statementId.optional(),
    actor: Agent,
    verb: z.looseObject({ id: iri }),
    object: StatementObject,
    result: Result.optional(),
    context: Context.optional(),
    timestamp: timestamp.optional(),
    stored: z.string().optional(),
    authority: z.looseObject({}).optional(),
    version: z
      .string()
      .regex(/^(1|2)\.0(\.\d+)?$/, '1.0.x or 2.0.x (xAPI 2.4.10)')
      .optional(),
    attachments: z.array(z.looseObject({})).optional(),
  })
  .meta({ id: 'XapiStatement' });
export type Statement = z.output<typeof Statement>;
