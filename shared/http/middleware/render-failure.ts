// Turns everything that is thrown into the area's error reply; an unexpected error is a 500 that reveals nothing
// internal.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Failure } from '../../errors/failure.ts';
import { logError } from '../../log/log.ts';
import { buildFailureReply, type EnvelopeArea, type HttpReply } from '../envelopes/failure-reply.ts';
import { getRequestState } from './request-state.ts';

export function renderFailure(area: EnvelopeArea): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    onError: (handled) => {
      const state = getRequestState(handled.event);
      const { error } = handled;
      const failure = error instanceof Failure ? error : new Failure('INTERNAL_SERVER_ERROR');
      if (!(error instanceof Failure)) logError(state.request.requestId, error);
      else if (error.cause !== undefined) logError(state.request.requestId, error.cause);
      state.errorCode = failure.code;
      handled.response = buildFailureReply(area, failure, {
        method: state.request.method,
        path: state.request.path,
        requestId: state.request.requestId,
        timestamp: state.now.toISOString(),
        tenantCode: state.tenantCode,
      });
    },
  };
}
