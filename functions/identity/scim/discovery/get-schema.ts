// GET /scim/v2/Schemas/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim } from '../message.ts';
import { getSchema } from './contract.ts';
import { describeSchemas } from './definitions.ts';

export const handler = lambda(getSchema, ({ params, url }) => okScim(describeSchemas(url)[params.id]));
