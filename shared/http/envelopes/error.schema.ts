// The schema of an area's error replies: the counterpart of the envelopes, for documents and tests.
import type * as z from 'zod';
import { BilltrackingErrorSchema } from './billtracking.schema.ts';
import { CrmErrorSchema } from './crm.schema.ts';
import { OAuthErrorSchema } from './oauth.schema.ts';
import { isOAuthPath } from './oauth.ts';
import { ScimErrorSchema } from './scim.schema.ts';
import { isScimPath } from './scim.ts';
import { TrainingErrorSchema } from './training.schema.ts';

const errorSchemas = {
  training: TrainingErrorSchema,
  crm: CrmErrorSchema,
  identity: OAuthErrorSchema,
  billtracking: BilltrackingErrorSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The schema of an error reply at this path of the area; paths below /oauth/ use OAuth's form, those below /scim/ SCIM's. */
export const errorSchema = (area: keyof typeof errorSchemas, path: string): z.ZodType =>
  isScimPath(path) ? ScimErrorSchema : isOAuthPath(path) ? OAuthErrorSchema : errorSchemas[area];
