// GET /.well-known/openid-configuration
import { lambda } from '../../../shared/http/lambda.ts';
import { getOpenidConfiguration } from './contract.ts';
import { presentMetadata } from './metadata-endpoint.ts';

export const handler = lambda(getOpenidConfiguration, () => presentMetadata());
