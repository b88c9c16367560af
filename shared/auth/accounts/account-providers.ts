// Accounts elsewhere that may stand for the password of an account here, where the platform has set them up and a tenant
// allows them (docs/interface/identity.md#google-and-microsoft-accounts).

export const accountProviders = ['google', 'microsoft'] as const;

export type AccountProvider = (typeof accountProviders)[number];

/** How people know it. */
export const accountProviderNames: Readonly<Record<AccountProvider, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
};

/** The provider by which a person signed in; undefined for all other methods. */
export const findAccountProvider = (amr: readonly string[]): AccountProvider | undefined =>
  accountProviders.find((provider) => amr.includes(provider));
