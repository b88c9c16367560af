// Stored providers of the platform.
import { type AccountProvider, accountProviders } from '../../../shared/auth/accounts/account-providers.ts';
import { type Change, put } from '../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../shared/data/store.ts';
import { type IfMatch, ifUnchangedOrAbsent } from '../../../shared/http/etag.ts';
import type { AccountProviderItem } from './provider.ts';

const providerKey = (platform: PlatformStore, provider: AccountProvider): Key<AccountProviderItem> =>
  platform.key('ACCOUNT-PROVIDERS', provider);
/** What is set up, by provider. One read. */
export async function loadAccountProviders(
  platform: PlatformStore,
): Promise<ReadonlyMap<AccountProvider, AccountProviderItem>> {
  const items = await platform.getMany(accountProviders.map((provider) => providerKey(platform, provider)));
  return new Map(
    accountProviders.flatMap((provider, index) => {
      const item = items[index];
      return item ? [[provider, item] as const] : [];
    }),
  );
}

export const findAccountProvider = (
  platform: PlatformStore,
  provider: AccountProvider,
): Promise<AccountProviderItem | undefined> =>
  platform.get(providerKey(platform, provider), { consistent: true });

export const saveAccountProvider = (
  platform: PlatformStore,
  provider: AccountProvider,
  before: AccountProviderItem | undefined,
  after: AccountProviderItem,
  ifMatch: IfMatch | undefined,
): Change => put(providerKey(platform, provider), after, ifUnchangedOrAbsent(before, ifMatch));
