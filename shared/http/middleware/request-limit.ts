// The exact limit of area D, and of area B without a token: counted once the tenant is known, reported on every reply
// (docs/interface/limits.md#rate-headers).
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { tooManyRequests } from '../../errors/failure.ts';
import { billtrackingLimit, buildLimitHeaders, secondsToWait } from '../../limits/request-limit.ts';
import { countRequest } from '../../limits/request-limit-store.ts';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { getRequestState } from './request-state.ts';

/** Counts the request, adds the limit's headers to every reply, and fails when a window is used up. */
export function requestLimit(area: 'billtracking' | 'crm'): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: async ({ event }) => {
      const state = getRequestState(event);
      const { admission, receivedAt } = state;
      if (!admission) return;
      const isAnonymous = admission.caller.kind === 'anonymous';
      if (area === 'crm' && !isAnonymous) return;
      const limit = admission.settings.requestLimit ?? billtrackingLimit;
      // Limits use real time, regardless of the clock of a sandbox.
      // Counted apart: a tenant code is no secret, and strangers must not use up the requests of users and programs.
      const counter = isAnonymous ? area : `${area}-token`;
      const { mayPass, counted } = await countRequest(admission.tenant, counter, limit, receivedAt);
      state.replyHeaders = { ...state.replyHeaders, ...buildLimitHeaders(limit, counted, receivedAt) };
      if (mayPass) return;
      const wait = secondsToWait(limit, counted, receivedAt);
      const window =
        counted.hour >= limit.perHour
          ? `${limit.perHour} requests per hour`
          : `${limit.perMinute} requests per minute`;
      throw tooManyRequests(`The limit of ${window} is used up; try again in ${wait} seconds.`, wait);
    },
  };
}
