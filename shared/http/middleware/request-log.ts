// Ends every request: adds its id to the reply, makes its header values valid, writes its log line, and on the local
// platform reports its cost.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createMeter, currentMeter } from '../../data/meter.ts';
import { logRequest } from '../../log/log.ts';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { toFieldValues } from '../envelopes/field-values.ts';
import { getRequestState } from './request-state.ts';

/** Server-Timing (W3C) with DynamoDB's consumed units; sent where env SERVER_TIMING is `on`. */
function buildTimingHeaders(milliseconds: number): Record<string, string> {
  if (process.env.SERVER_TIMING !== 'on') return {};
  const { roundTrips, rounds, readUnits, writeUnits, milliseconds: waited } = currentMeter() ?? createMeter();
  const cost = `${roundTrips} round trips, ${readUnits} read units, ${writeUnits} write units`;
  return {
    'Server-Timing': `total;dur=${milliseconds.toFixed(1)}, db;dur=${waited.toFixed(1)};desc="${cost}"`,
    'X-Consumed-Read-Units': String(readUnits),
    'X-Consumed-Write-Units': String(writeUnits),
    'X-Round-Trips': String(roundTrips),
    'X-Rounds': String(rounds),
  };
}

/** @param endpoint the name of the endpoint: its method and declared path */
export function requestLog(endpoint: string): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  const finish = (request: { event: APIGatewayProxyEvent; response: HttpReply | null | undefined }): void => {
    if (!request.response) return;
    const state = getRequestState(request.event);
    const milliseconds = performance.now() - state.startedAt;
    request.response = {
      ...request.response,
      headers: toFieldValues({
        ...request.response.headers,
        ...state.replyHeaders,
        'X-Request-Id': state.request.requestId,
        ...buildTimingHeaders(milliseconds),
      }),
    };
    logRequest({
      requestId: state.request.requestId,
      tenant: state.admission?.tenant.code,
      endpoint,
      status: request.response.statusCode,
      milliseconds,
      code: state.errorCode,
      meter: currentMeter() ?? createMeter(),
    });
  };
  return {
    before: ({ event }) => {
      getRequestState(event);
    },
    after: finish,
    onError: finish,
  };
}
