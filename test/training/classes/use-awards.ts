// The awards of the demo tenant over HTTP, with the calls that the tests of awards share.
import { afterAll, beforeAll } from 'vitest';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

/** The calls of an administrator of awards. */
export interface AwardCalls {
  /** The platform; there only while tests run. */
  getPlatform(): TestPlatform;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  list(query?: string): Promise<Reply>;
  create(body: unknown, headers?: Record<string, string>): Promise<Reply>;
}

export const unknownId = '00000000-0000-4000-8000-000000000000';

export const toNames = (body: readonly { readonly name: string }[]) => body.map(({ name }) => name);

/** Starts a platform for the tests of the file that calls it. */
export function useAwards(): AwardCalls {
  let platform: TestPlatform;
  let token: string;
  beforeAll(async () => {
    platform = await startPlatform();
    token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.awards.read', 'training.awards.write', 'training.settings.write'],
    });
  }, 60_000);
  afterAll(() => platform.stop());
  const call = (method: string, path: string, options: CallOptions = {}) =>
    platform.call(method, 'training', path, { tenant: 'demo', token, ...options });
  return {
    getPlatform: () => platform,
    call,
    list: (query = '') => call('GET', `/api/v1/Awards/List${query}`),
    create: (body, headers = {}) => call('POST', '/api/v1/Awards', { body, headers }),
  };
}
