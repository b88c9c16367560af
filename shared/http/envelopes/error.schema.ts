// The schema of an area's error replies: the counterpart of the envelopes, for documents and tests.
import type * as z from 'zod';
import type { Area } from '../areas.ts';
import { BilltrackingErrorSchema } from './billtracking.schema.ts';
import { CrmErrorSchema } from './crm.schema.ts';
import { OAuthErrorSchema } from './oauth.schema.ts';
import { isOAuthPath } from './oauth.ts';
import { TrainingErrorSchema } from './training.schema.ts';

const errorSchemas = {
  training: TrainingErrorSchema,
  crm: CrmErrorSchema,
  identity: OAuthErrorSchema,
  billtracking: BilltrackingErrorSchema,
} as const satisfies Record<Area, z.ZodType>;

/** The schema of an error reply at this path of the area; paths below /oauth/ use OAuth's form in every area. */
export const errorSchema = (area: Area, path: string): z.ZodType =>
  isOAuthPath(path) ? OAuthErrorSchema : errorSchemas[area];
