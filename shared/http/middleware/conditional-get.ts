// ETag on every successful GET, and 304 when the caller holds the same representation (RFC 9110 13.1.2).
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { contentTag, matchesIfNoneMatch } from '../etag.ts';
import type { HttpReply } from '../failure-reply.ts';
import { getRequestState } from './request-state.ts';

const removeContentType = (headers: HttpReply['headers']): HttpReply['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'));

export function conditionalGet(): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    after: (handled) => {
      const { response } = handled;
      if (response?.statusCode !== 200) return;
      const tag = response.headers.ETag ?? contentTag(response.body);
      // A caller may keep its copy, but must ask before each use whether it is still right.
      const declared = response.headers['Cache-Control'];
      const caching = declared === undefined || declared === 'no-store' ? 'private, no-cache' : declared;
      const headers = { ...response.headers, ETag: tag, 'Cache-Control': caching };
      const isHeld = matchesIfNoneMatch(getRequestState(handled.event).request.headers['if-none-match'], tag);
      handled.response = isHeld
        ? { statusCode: 304, headers: removeContentType(headers), body: '' }
        : { ...response, headers };
    },
  };
}
