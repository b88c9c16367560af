// GET /scim/v2/ServiceProviderConfig
import { lambda } from '../../../../shared/http/lambda.ts';
import { okScim } from '../message.ts';
import { getServiceProviderConfig } from './contract.ts';
import { describeService } from './definitions.ts';

export const handler = lambda(getServiceProviderConfig, ({ url }) => okScim(describeService(url)));
