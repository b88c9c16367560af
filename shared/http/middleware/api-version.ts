// The api-version header of area D: every call states the version it means
// (docs/interface/versioning.md#area-d-version-header).
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Failure } from '../../errors/failure.ts';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { getRequestState } from './request-state.ts';

const currentVersion = '1.0';

/**
 * Refuses a call of another version, or of none, with 401: "check headers"
 * (docs/interface/versioning.md#area-d-version-header). Endpoints that existing callers reach without the header say
 * so in their contract (docs/interface/versioning.md#area-d-version-header).
 */
export function apiVersion({
  isOptional,
}: {
  readonly isOptional: boolean;
}): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: ({ event }) => {
      const sent = getRequestState(event).request.headers['api-version'];
      const isAbsent = sent === undefined || sent === '';
      if (sent === currentVersion || (isOptional && isAbsent)) return;
      const found = isAbsent ? 'missing' : sent.slice(0, 40);
      const message = `The api-version header must be ${currentVersion}, but was ${found}.`;
      throw new Failure('API_VERSION_REQUIRED', message, {
        target: 'api-version',
        details: [{ code: isAbsent ? 'REQUIRED_FIELD' : 'UNKNOWN_VALUE', message, target: 'api-version' }],
      });
    },
  };
}
