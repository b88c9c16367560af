// GET /.well-known/oauth-authorization-server
import { lambda } from '../../../shared/http/lambda.ts';
import { getAuthorizationServerMetadata } from './contract.ts';
import { presentMetadata } from './metadata-endpoint.ts';

export const handler = lambda(getAuthorizationServerMetadata, () => presentMetadata());
