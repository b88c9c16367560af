// GET /.well-known/openid-configuration
import { lambda } from '../../../shared/http/lambda.ts';
import { openidConfiguration } from './contract.ts';
import { presentMetadata } from './metadata-endpoint.ts';

export const handler = lambda(openidConfiguration, () => presentMetadata());
