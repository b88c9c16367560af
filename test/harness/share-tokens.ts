// Tokens that the endpoints of a suite share: to create a caller takes three requests of the database.
import type { TestPlatform, TokenOptions } from './platform.ts';

/** Finds the token of a caller: callers who may do the same are one, unless they name a user. */
export function shareTokens(
  platform: Pick<TestPlatform, 'tokenFor'>,
): (caller: TokenOptions) => Promise<string> {
  const tokens = new Map<string, Promise<string>>();
  return (caller) => {
    if (caller.subject !== undefined) return platform.tokenFor(caller);
    const key = JSON.stringify(caller);
    const token = tokens.get(key) ?? platform.tokenFor(caller);
    tokens.set(key, token);
    return token;
  };
}
