// Reads the body by its content type and validates all parts of the request together.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import type { RequestDeclaration } from '../request/declaration.ts';
import { readBody } from '../request/request.ts';
import { validateRequest } from '../request/validate.ts';
import { getRequestState } from './request-state.ts';

export function parseRequest(contract: RequestDeclaration): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    before: ({ event }) => {
      const state = getRequestState(event);
      state.parts = validateRequest(contract, state.request, readBody(contract, state.request));
    },
  };
}
