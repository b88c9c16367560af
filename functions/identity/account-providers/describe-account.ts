// How people know an account at a provider.
import { accountProviderNames } from '../../../shared/auth/accounts/account-providers.ts';
import type { LinkedAccount } from '../../../shared/auth/accounts/linked-accounts.ts';
import type { Texts } from '../languages/languages.ts';

/** The account as its owner knows it: with its address, where there is one. */
export function describeAccount(
  { accountSignIn }: Texts,
  { provider, email }: Pick<LinkedAccount, 'provider' | 'email'>,
): string {
  const name = accountProviderNames[provider];
  return email === undefined ? accountSignIn.account({ name }) : accountSignIn.accountOf({ name, email });
}
