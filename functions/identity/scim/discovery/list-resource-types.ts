// GET /scim/v2/ResourceTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim, presentList, slicePage } from '../message.ts';
import { listResourceTypes } from './contract.ts';
import { describeTypes } from './definitions.ts';

export const handler = lambda(listResourceTypes, ({ url }) =>
  okScim(presentList(slicePage(Object.values(describeTypes(url)), { startIndex: 1, count: 100 }))),
);
