// Turns everything that is thrown into the area's error reply; an unexpected error is a 500 that reveals nothing
// internal. A browser that opens a page gets a page.
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Failure } from '../../errors/failure.ts';
import { logError } from '../../log/log.ts';
import { buildFailureReply, type EnvelopeArea, type HttpReply } from '../envelopes/failure-reply.ts';
import { getRequestState, type RequestState } from './request-state.ts';

/** Renders what a person is shown in place of a page that was refused; its status is that of the failure. */
export type RenderFailurePage = (
  failure: Failure,
  request: RequestState['request'],
) => RefusedPage | Promise<RefusedPage>;

interface RefusedPage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Browsers name HTML where a person opens a page; programs that read it do not (RFC 9110 12.5.1). */
const acceptsPage = ({ headers }: RequestState['request']): boolean =>
  headers.accept?.includes('text/html') ?? false;

/** @param renderPage of endpoints that are pages: what a browser is shown in place of one */
export function renderFailure(
  area: EnvelopeArea,
  renderPage?: RenderFailurePage,
): MiddlewareObj<APIGatewayProxyEvent, HttpReply> {
  return {
    onError: async (handled) => {
      const state = getRequestState(handled.event);
      const { error } = handled;
      const failure = error instanceof Failure ? error : new Failure('INTERNAL_SERVER_ERROR');
      if (!(error instanceof Failure)) logError(state.request.requestId, error);
      else if (error.cause !== undefined) logError(state.request.requestId, error.cause);
      state.errorCode = failure.code;
      const reply = buildFailureReply(area, failure, {
        method: state.request.method,
        path: state.request.path,
        requestId: state.request.requestId,
        timestamp: state.now.toISOString(),
        tenantCode: state.tenantCode,
      });
      handled.response = reply;
      if (!renderPage || !acceptsPage(state.request)) return;
      const { body, headers } = await renderPage(failure, state.request);
      handled.response = { ...reply, body, headers: { ...reply.headers, ...headers } };
    },
  };
}
