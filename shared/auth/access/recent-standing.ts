// What was read a moment ago about the access of a caller, for tenants that accept it to be a few seconds old when somebody
// reads (docs/interface/identity.md#sign-in-policy). By default none does: what is revoked is refused at once.

import type { TenantCode } from '../../data/tenant/tenant-code.ts';
import { createRecentMap } from '../../values/recent-map.ts';
import type { RevokedTokenItem, SubjectItem, TenantItem } from '../accounts/records.ts';
import { type AccessDeclaration, isTenantScoped, isWrite } from '../permissions/access-requirement.ts';

/** The longest that a tenant may accept, in seconds. */
export const longestAccessAge = 5;

/** A tenant's settings, and what it knows of the subject and the token of a caller. */
export interface Standing {
  readonly settings: TenantItem | undefined;
  readonly subject: SubjectItem | undefined;
  readonly revoked: RevokedTokenItem | undefined;
}

const recent = createRecentMap<string, Standing & { readonly readAt: number }>(1000);

/** A tenant code has no spaces. */
const toKey = (code: TenantCode, token: string | undefined): string => `${code} ${token ?? ''}`;

const getLongestAge = ({ settings }: Standing): number =>
  Math.min(settings?.signInPolicy?.accessMaxAge ?? 0, longestAccessAge);

/** Whether what was read at a moment of the process may be used at another. @param age the longest, in seconds */
export const isUsable = (age: number, readAt: number, moment: number): boolean =>
  moment - readAt < age * 1000;

/**
 * Whether a request may be decided on what was read before: one that changes nothing, does not concern identity, and does not
 * show the settings themselves.
 */
export const acceptsRecentStanding = (contract: AccessDeclaration): boolean =>
  contract.area !== 'identity' &&
  !isWrite(contract) &&
  isTenantScoped(contract.access) &&
  contract.access.showsSettings !== true;

/** What this process read about the caller; undefined where it has to read it again. */
export function findRecentStanding(code: TenantCode, token: string | undefined): Standing | undefined {
  const found = recent.get(toKey(code, token));
  return found && isUsable(getLongestAge(found), found.readAt, performance.now()) ? found : undefined;
}

/** Keeps it, where the tenant accepts that. */
export function rememberStanding(code: TenantCode, token: string | undefined, standing: Standing): void {
  const key = toKey(code, token);
  if (getLongestAge(standing) > 0) recent.set(key, { ...standing, readAt: performance.now() });
  else recent.delete(key);
}
