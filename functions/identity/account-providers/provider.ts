// Google and Microsoft as providers of the whole platform: what is set up, and what of their claims proves an address.
import type { AccountProvider } from '../../../shared/auth/accounts/account-providers.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import type { FederatedClaims } from '../federation/provider.ts';

/** A provider as an administrator of the platform has set it up. */
export interface AccountProviderItem extends VersionedRecord {
  readonly type: 'account-provider';
  readonly issuer: string;
  readonly clientId: string;
  readonly sealedSecret: string;
  readonly isActive: boolean;
}

/** Where their configuration is, by default. Microsoft's is that of personal accounts and those of all organizations. */
export const defaultIssuers: Readonly<Record<AccountProvider, string>> = {
  google: 'https://accounts.google.com',
  microsoft: 'https://login.microsoftonline.com/common/v2.0',
};

/**
 * The address for which the provider itself answers; undefined where somebody else could have it by now. Google does for its
 * own addresses and those of its Workspace domains (developers.google.com/identity/openid-connect/openid-connect,
 * email_verified and hd). Microsoft's address is a text that an organization's administrators write, unless `xms_edov` says
 * that the domain is theirs (learn.microsoft.com/entra/identity-platform/migrate-off-email-claim-authorization).
 */
export function findAnsweredAddress(
  provider: AccountProvider,
  { email, email_verified, hd, xms_edov }: FederatedClaims,
): string | undefined {
  if (typeof email !== 'string') return undefined;
  const isAnswered =
    provider === 'google'
      ? email_verified === true && (/@gmail\.com$/i.test(email) || typeof hd === 'string')
      : xms_edov === true;
  return isAnswered ? email : undefined;
}

/** The provider in the interface's form, also where it is not set up. */
export const presentAccountProvider = (
  provider: AccountProvider,
  item: AccountProviderItem | undefined,
  redirectUri: string,
) => ({
  provider,
  issuer: item?.issuer ?? defaultIssuers[provider],
  ...(item && { clientId: item.clientId }),
  isActive: item?.isActive ?? false,
  redirectUri,
  version: item?.version ?? 0,
});
