// GET /scim/v2/ResourceTypes/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim } from '../message.ts';
import { getResourceType } from './contract.ts';
import { describeTypes } from './definitions.ts';

export const handler = lambda(getResourceType, ({ params, url }) => okScim(describeTypes(url)[params.id]));
