// The handler of a page that mails and other sites link to.
import type { Rule } from '../http/context.ts';
import type { Endpoint, EndpointConfig } from '../http/endpoint.ts';
import { type EndpointHandler, lambda } from '../http/lambda.ts';
import { renderFailurePage } from './failure-page.ts';

/** Builds the handler of `contract` from its rule; a browser whose request is refused is shown a page. */
export const pageLambda = <C extends EndpointConfig>(
  contract: Endpoint<C>,
  rule: Rule<C>,
): EndpointHandler<C> => lambda(contract, rule, { renderFailurePage });
