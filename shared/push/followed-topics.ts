// What the subscribers of a tenant follow together, so that a change that none of them follows costs one read unit.
import { commit, commitUnlessStale, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import {
  type Channel,
  type FollowedTopicsItem,
  followedTopicsSort,
  subscribersPartition,
} from './subscriber-connections.ts';

const followedTopicsKey = (tenant: TenantStore): Key<FollowedTopicsItem> =>
  tenant.key(subscribersPartition, followedTopicsSort);

/** Makes every topic count as followed, after a subscriber was stored and before it goes live. */
export const forgetFollowedTopics = (tenant: TenantStore): Promise<void> =>
  commit([
    update(followedTopicsKey(tenant), {
      set: { type: 'push-topics' },
      unset: ['topics'],
      add: { revision: 1 },
    }),
  ]);

/** The topics of all subscribers; undefined where one of them follows all that it may read. */
function joinTopics({ subscribers }: Pick<Channel, 'subscribers'>): string[] | undefined {
  const all = subscribers.map(({ topics }) => topics);
  return all.includes(undefined) ? undefined : [...new Set(all.flatMap((topics) => topics ?? []))].sort();
}

/** Stores what the subscribers follow by now, unless one has connected since they were read. */
export async function saveFollowedTopics(tenant: TenantStore, channel: Channel): Promise<void> {
  const { followed } = channel;
  const topics = joinTopics(channel);
  if (!followed || !topics || topics.join() === followed.topics?.join()) return;
  await commitUnlessStale([
    update(
      followedTopicsKey(tenant),
      { set: { topics } },
      {
        condition: {
          expression: '#revision = :seen',
          names: { '#revision': 'revision' },
          values: { ':seen': followed.revision },
        },
        onConflict: 'retry',
      },
    ),
  ]);
}
