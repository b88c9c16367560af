// The tokens of the callers of examples.
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import type { TestPlatform } from '../harness/platform.ts';
import { shareTokens } from '../harness/share-tokens.ts';
import { buildExampleCaller } from './example-request.ts';

/** Finds the token of an example's caller in the demo tenant. */
export type FindExampleToken = (contract: EndpointConfig) => Promise<string>;

/**
 * Creates a finder of tokens: callers with the same permissions are one. The user whom an example names gets the permissions of that example alone.
 * @param prepared the endpoints whose callers are created at once: a table that is restored later keeps them
 */
export async function createExampleTokens(
  platform: TestPlatform,
  prepared: readonly { readonly contract: EndpointConfig }[] = [],
): Promise<FindExampleToken> {
  const { values } = platform.demo;
  const findToken = shareTokens(platform);
  const find: FindExampleToken = (contract) =>
    findToken({ tenant: values.tenantCode ?? '', ...buildExampleCaller(contract, values) });
  for (const { contract } of prepared) if (!contract.example.user) await find(contract);
  return find;
}
