// The providers of the platform as decisions.
import { type AuditContext, auditRecordChange } from '../../../shared/audit/audit.ts';
import type { AccountProvider } from '../../../shared/auth/accounts/account-providers.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { areaUrl } from '../../../shared/http/area-url.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { listClientProblems } from '../federation/administer.ts';
import { platformScope, sealClientSecret } from '../federation/client-secret.ts';
import { type AccountProviderItem, defaultIssuers, presentAccountProvider } from './provider.ts';
import { findAccountProvider, saveAccountProvider } from './store.ts';

/** What an administrator of the platform sends. */
export interface AccountProviderInput {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly issuer?: string | undefined;
  readonly isActive?: boolean | undefined;
}

/** The address to which the providers send people back. */
export const getProviderRedirectUri = (): string =>
  areaUrl('identity', '/connect/account-providers/callback');

/** Sets a provider up. @throws Failure 400, 412, 503 */
export async function replaceAccountProvider(
  platform: PlatformStore,
  provider: AccountProvider,
  { clientId, clientSecret, isActive = true, ...input }: AccountProviderInput,
  context: AuditContext,
  ifMatch: IfMatch | undefined,
): Promise<{ readonly item: AccountProviderItem; readonly changes: readonly Change[] }> {
  const before = await findAccountProvider(platform, provider);
  const issuer = input.issuer ?? defaultIssuers[provider];
  throwIfInvalid(listClientProblems({ issuer, clientSecret }, before));
  const moment = context.now.toISOString();
  const item: AccountProviderItem = {
    type: 'account-provider',
    ...{ issuer, clientId, isActive },
    sealedSecret:
      clientSecret === undefined
        ? (before?.sealedSecret ?? '')
        : await sealClientSecret(platformScope, issuer, clientSecret),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const present = (view: AccountProviderItem) =>
    presentAccountProvider(provider, view, getProviderRedirectUri());
  const audit = auditRecordChange(
    platform,
    {
      ...{ recordType: 'AccountProvider', recordId: provider },
      before: before && present(before),
      after: { ...present(item), isSecretNew: clientSecret !== undefined },
    },
    context,
  );
  return { item, changes: [saveAccountProvider(platform, provider, before, item, ifMatch), audit] };
}
