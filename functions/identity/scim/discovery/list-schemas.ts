// GET /scim/v2/Schemas
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim, presentList, slicePage } from '../message.ts';
import { listSchemas } from './contract.ts';
import { describeSchemas } from './definitions.ts';

export const handler = lambda(listSchemas, ({ url }) =>
  okScim(presentList(slicePage(Object.values(describeSchemas(url)), { startIndex: 1, count: 100 }))),
);
