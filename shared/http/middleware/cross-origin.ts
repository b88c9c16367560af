// Adds CORS headers: pages of the tenant's allowed origins may read the reply, or any page where no tenant is known.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { anyOriginHeaders, buildCrossOriginHeaders } from './cross-origin-headers.ts';
import { getRequestState } from './request-state.ts';

/** Runs after everything that replies, failures too: a page that may call must be able to read why a call failed. */
export function crossOrigin(): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  const finish = (handled: { event: APIGatewayProxyEvent; response: HttpReply | null | undefined }): void => {
    const { response } = handled;
    if (!response) return;
    const { allowedOrigins, request } = getRequestState(handled.event);
    const headers = allowedOrigins
      ? buildCrossOriginHeaders(allowedOrigins, request.headers.origin, response.headers.Vary)
      : anyOriginHeaders;
    handled.response = { ...response, headers: { ...response.headers, ...headers } };
  };
  return { after: finish, onError: finish };
}
