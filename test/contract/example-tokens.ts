// The tokens of the callers of examples.
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import type { TestPlatform } from '../harness/platform.ts';
import { buildExampleCaller } from './example-request.ts';

/** Finds the token of an example's caller in the demo tenant. */
export type FindExampleToken = (contract: EndpointConfig) => Promise<string>;

/**
 * Creates a finder of tokens: callers with the same permissions are one, because to create a caller takes three requests of
 * the database. The user whom an example names gets the permissions of that example alone.
 * @param prepared the endpoints whose callers are created at once: a table that is restored later keeps them
 */
export async function createExampleTokens(
  platform: TestPlatform,
  prepared: readonly { readonly contract: EndpointConfig }[] = [],
): Promise<FindExampleToken> {
  const { values } = platform.demo;
  const tokens = new Map<string, Promise<string>>();
  const find: FindExampleToken = (contract) => {
    const caller = buildExampleCaller(contract, values);
    const create = () => platform.tokenFor({ tenant: values.tenantCode ?? '', ...caller });
    if (caller.subject !== undefined) return create();
    const key = JSON.stringify(caller);
    const token = tokens.get(key) ?? create();
    tokens.set(key, token);
    return token;
  };
  for (const { contract } of prepared) if (!contract.example.user) await find(contract);
  return find;
}
