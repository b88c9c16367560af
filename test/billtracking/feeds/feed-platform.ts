// A test platform whose data feeds read providers that are served on this machine.

import { deriveOutcome, hasCrossedOver } from '../../../functions/billtracking/bills/record/outcome.ts';
import { billById, listActions } from '../../../functions/billtracking/bills/record/store.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type FeedProviders, startFeedProviders } from './feed-providers.ts';

export interface FeedPlatform {
  readonly platform: TestPlatform;
  readonly providers: FeedProviders;
  /** A call below `/api/1.0/datafeed` that may set up feeds. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  stop(): Promise<void>;
}

export async function startFeedPlatform(): Promise<FeedPlatform> {
  const [platform, providers] = await Promise.all([startPlatform(), startFeedProviders()]);
  process.env.DATA_FEED_HOSTS = providers.address;
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  const token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.feeds.write'] });
  return {
    platform,
    providers,
    call: (method, path, options = {}) =>
      platform.call(method, 'billtracking', `/api/1.0/datafeed${path}`, {
        tenant: 'demo',
        token,
        ...options,
      }),
    async stop() {
      delete process.env.DATA_FEED_HOSTS;
      await Promise.all([platform.stop(), providers.stop()]);
    },
  };
}

/** What became of a bill, of Vermont by default: its status, its outcome, and whether it crossed over. */
export async function describeBill(
  platform: TestPlatform,
  billNumber: string,
  stateId = 50,
): Promise<string> {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
    tenant: 'demo',
    body: { billNumber, stateIds: [stateId], trackingStatuses: ['NOT_TRACKED'] },
  });
  const store = platform.store('demo');
  const bill = await billById(store, body.collection[0].id);
  if (!bill) throw new Error(`${billNumber} is missing`);
  const actions = await listActions(store, bill.id);
  return `${bill.status}, ${deriveOutcome(bill, actions)}, ${hasCrossedOver(bill, actions) ? 'yes' : 'no'}`;
}
