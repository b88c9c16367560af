// Adds an ETag to every successful GET, and replies 304 when the caller has the same representation (RFC 9110 13.1.2).
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { HttpReply } from '../envelopes/failure-reply.ts';
import { contentTag } from './entity-tag.ts';
import { getRequestState } from './request-state.ts';

/** Whether If-None-Match contains the tag (weak comparison). */
export const matchesIfNoneMatch = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((other) => other.trim().replace(/^W\//, '') === tag));

const removeContentType = (headers: HttpReply['headers']): HttpReply['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'Content-Type'));

export function conditionalGet(): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    after: (handled) => {
      const { response } = handled;
      if (response?.statusCode !== 200) return;
      const tag = response.headers.ETag ?? contentTag(response.body);
      // A caller may store the reply, but must revalidate it before each use.
      const declared = response.headers['Cache-Control'];
      const caching = declared === undefined || declared === 'no-store' ? 'private, no-cache' : declared;
      const headers = { ...response.headers, ETag: tag, 'Cache-Control': caching };
      const isUnchanged = matchesIfNoneMatch(
        getRequestState(handled.event).request.headers['if-none-match'],
        tag,
      );
      handled.response = isUnchanged
        ? { statusCode: 304, headers: removeContentType(headers), body: '' }
        : { ...response, headers };
    },
  };
}
