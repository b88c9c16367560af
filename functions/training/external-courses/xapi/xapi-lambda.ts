// The handler of an xAPI resource: every reply names the version of the specification (xAPI 3.3), also one that refuses.
import type { Rule } from '../../../../shared/http/context.ts';
import type { Endpoint, EndpointConfig } from '../../../../shared/http/endpoint.ts';
import { type EndpointHandler, lambda } from '../../../../shared/http/lambda.ts';

/** The latest patch of the version that was requested: 1.0.3, or 2.0.0 (IEEE 9274.1.1). */
export const chooseVersion = (requested: string | undefined): string =>
  requested?.trim().startsWith('2.') ? '2.0.0' : '1.0.3';

const header = 'X-Experience-API-Version';

/** Builds the handler of `contract` from its rule. */
export function xapiLambda<C extends EndpointConfig>(
  contract: Endpoint<C>,
  rule: Rule<C>,
): EndpointHandler<C> {
  const inner = lambda(contract, rule);
  const handler: EndpointHandler<C> = Object.assign(
    async (...[event, context]: Parameters<EndpointHandler<C>>) => {
      const reply = await inner(event, context);
      const [, requested] =
        Object.entries(event.headers ?? {}).find(([name]) => name.toLowerCase() === header.toLowerCase()) ??
        [];
      return { ...reply, headers: { ...reply.headers, [header]: chooseVersion(requested) } };
    },
    { rule },
  );
  return handler;
}
