// Tenant-code, bearer token, permission: admits the request or refuses it before anything of its body is read.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { admit } from '../../auth/access.ts';
import { tenantTime } from '../../schedule/tenant-clock.ts';
import type { EndpointConfig } from '../endpoint.ts';
import type { HttpReply } from '../failure-reply.ts';
import { getRequestState } from './request-state.ts';

export function access(contract: EndpointConfig): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: async ({ event }) => {
      const state = getRequestState(event);
      const { headers } = state.request;
      const admission = await admit(
        contract,
        { tenantCode: headers['tenant-code'], authorization: headers.authorization },
        state.now,
        ({ code }, { allowedOrigins }) => {
          state.tenantCode = code;
          state.allowedOrigins = allowedOrigins;
        },
      );
      state.admission = admission;
      // What concerns the whole platform happens in real time, whatever the caller's sandbox says.
      const isPlatformWide = typeof contract.access === 'object' && 'platform' in contract.access;
      if (!isPlatformWide) state.now = tenantTime(admission.settings, state.now);
    },
  };
}
