// Reads the body by its content type and validates all parts of the request together.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { EndpointConfig } from '../endpoint.ts';
import type { HttpReply } from '../failure-reply.ts';
import { readBody } from '../request.ts';
import { validateRequest } from '../validate.ts';
import { getRequestState } from './request-state.ts';

export function parseRequest(contract: EndpointConfig): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: ({ event }) => {
      const state = getRequestState(event);
      state.parts = validateRequest(contract, state.request, readBody(contract, state.request));
    },
  };
}
