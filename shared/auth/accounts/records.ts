// Stored records for access: a tenant's settings, a subject's access in it, and the published keys.

import type { OpenMergeAttributes } from '../../data/open-merge.ts';
import type { Key, Partition, PlatformStore, TenantStore } from '../../data/store.ts';
import type { VersionedRecord } from '../../data/versioned-record.ts';
import type { RequestLimit } from '../../limits/request-limit.ts';
import type { AccountProvider } from './account-providers.ts';

/** Whether a call without a bearer token may read or write (docs/interface/access.md#tenant-access-setting). */
export type AccessMode = 'tenant' | 'token';

/** Which users see e-mail addresses of others (docs/interface/access.md#e-mail-addresses). */
export type EmailVisibility = 'permission' | 'members';

/** The look of a tenant's sign-in pages: an https address of its logo, and its colour as `#rrggbb`. */
export interface Branding {
  readonly logoUrl?: string | undefined;
  readonly color?: string | undefined;
}

/** Who must have a second factor: nobody, the holders of some roles, or everyone. */
export const factorRequirements = ['optional', 'roles', 'everyone'] as const;

/** What a tenant requires of the sign-ins of its users (docs/interface/identity.md#sign-in-policy). */
export interface SignInPolicy {
  readonly secondFactor: (typeof factorRequirements)[number];
  /** The roles whose holders must have a second factor; only for `roles`. */
  readonly secondFactorRoles: readonly string[];
  /** What it requires of the sign-in for some operations; nothing where it is absent. */
  readonly stepUp?: readonly StepUpRule[] | undefined;
  /** How old what is known of a caller's access may be when they read, in seconds; 0 where it is absent. */
  readonly accessMaxAge?: number | undefined;
  /** Whether a code by mail may stand for the password. */
  readonly mailedCodes?: true | undefined;
  /** The accounts elsewhere that may stand for the password; none where it is absent. */
  readonly accountProviders?: readonly AccountProvider[] | undefined;
}

/** Operations that need a recent sign-in, one with two factors, or both (docs/interface/identity.md#step-up). */
export interface StepUpRule {
  /** The permissions that the operations need. */
  readonly permissions: readonly string[];
  /** Seconds since the person proved who they are. */
  readonly maxAge?: number | undefined;
  readonly secondFactor: boolean;
}

/** A tenant's settings. Roles here add to or replace the default roles of the platform. */
export interface TenantItem extends VersionedRecord, OpenMergeAttributes {
  readonly type: 'tenant';
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly tier: string;
  /** Since when it has this tier; absent where an earlier version stored the tenant. */
  readonly tierSince?: string | undefined;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  /** The ids of the roles that only this tenant has (role-ids.ts). */
  readonly roleIds?: Readonly<Record<string, number>> | undefined;
  readonly access: Readonly<
    Record<'training' | 'billtracking', { readonly read: AccessMode; readonly write: AccessMode }>
  > & {
    /** Whether the public endpoints of area B need a token; they do by default. */
    readonly crm?: { readonly read: AccessMode } | undefined;
  };
  /** Which users see e-mail addresses of others: those with the permission, which is the default, or all members. */
  readonly emailsVisibleTo?: EmailVisibility | undefined;
  /** IANA name, such as America/New_York. */
  readonly timeZone: string;
  /** Month and day the fiscal year begins, MM-DD. */
  readonly fiscalYearStart: string;
  readonly allowedOrigins: readonly string[];
  /** The request limit of area D, and of area B without a token, where it is another (docs/interface/limits.md#area-d-request-rate). */
  readonly requestLimit?: RequestLimit | undefined;
  /** For how many days changes stay in the change feed; 400 where it is absent. */
  readonly changeRetentionDays?: number | undefined;
  /** The language of the mails that it causes, by its tag (RFC 5646); English where it is absent. */
  readonly language?: string | undefined;
  /** How its sign-in pages look. */
  readonly branding?: Branding | undefined;
  /** What it requires of the sign-ins of its users; nothing where it is absent. */
  readonly signInPolicy?: SignInPolicy | undefined;
  /** Seconds by which a sandbox tenant's clock is moved; 0 for a real one. */
  readonly clockOffsetSeconds: number;
  /** The table of its own with everything else of the tenant; absent where that is in the platform's. */
  readonly table?: string | undefined;
  /** A suspended tenant whose whole data is going to be erased. `startedAt`: it is being erased. */
  readonly erasure?: { readonly dueAt: string; readonly startedAt?: string | undefined } | undefined;
}

/** A user's or client's access in one tenant. Read on every request, so a change takes effect at once. */
export interface SubjectItem extends VersionedRecord {
  readonly type: 'subject';
  readonly id: string;
  readonly kind: 'user' | 'client';
  /** The user name, or the client's name. */
  readonly name: string;
  readonly roles: readonly string[];
  /** The ids that the tenant's own roles had when they were assigned (role-ids.ts). */
  readonly roleIds?: Readonly<Record<string, number>> | undefined;
  /** The permissions granted to a client directly. */
  readonly permissions: readonly string[];
  /** Who was given a secret of a client, or chose its keys: they can act as the client. */
  readonly heldBy?: readonly string[] | undefined;
  /** Whether the user cannot enter the tenant: they are disabled everywhere, or by the tenant. */
  readonly disabled: boolean;
  /** Tokens issued before this moment (epoch seconds) are no longer accepted; 0 when none were revoked this way. */
  readonly revokedBefore: number;
  /** The person of the shared directory this user is, when known. */
  readonly personId?: string | undefined;
  /** How far the user came on the way to a password; absent where an earlier version stored the access. */
  readonly login?: Login | undefined;
  /** Whether the tenant itself, or its own directory, has disabled the user, in this tenant alone; `disabled` says it too. */
  readonly isSuspended?: boolean | undefined;
  /** The user as the tenant's own directory describes them (SCIM). */
  readonly provisioned?: ProvisionedAttributes | undefined;
  /** Who the user is at the tenant's own identity provider, since the first sign-in through it. */
  readonly federated?: { readonly issuer: string; readonly sub: string } | undefined;
  /** When the user last got a token here: ISO 8601 UTC. */
  readonly lastSignIn?: string | undefined;
}

/**
 * A user as the tenant's own directory describes them (RFC 7643, 3.1 and 4.1.1). It counts in this tenant alone: the account
 * has its own name and address, which no directory changes.
 */
export interface ProvisionedAttributes {
  /** The name of the user in the directory; that of the account where an earlier version stored the access. */
  readonly userName?: string | undefined;
  readonly email?: string | undefined;
  readonly externalId?: string | undefined;
  readonly displayName?: string | undefined;
  readonly givenName?: string | undefined;
  readonly familyName?: string | undefined;
}

/** Whether a user has a password, or an invitation to choose one: until when (ISO 8601 UTC), and how often it was sent. */
export type Login =
  | { readonly status: 'none' }
  | { readonly status: 'created' }
  | { readonly status: 'invited'; readonly expires: string; readonly sent: number };

/** Which user the tenant's own directory calls by a name: a directory has each name once. */
export interface ProvisionedNameItem {
  readonly type: 'provisioned-name';
  readonly subject: string;
}

/** Which user is a person at the tenant's own identity provider. */
export interface FederatedSubjectItem {
  readonly type: 'federated-subject';
  readonly subject: string;
}

/** Which subject a person of the shared directory signs in as. */
export interface PersonSubjectItem {
  readonly type: 'person-subject';
  readonly subject: string;
}

/** A single revoked token; stored until it has expired. */
export interface RevokedTokenItem {
  readonly type: 'revoked-token';
  /** Its jti. */
  readonly id: string;
  readonly ttl: number;
}

/** A published verification key, as a JWK with its times (epoch seconds). */
export interface PublicKeyItem {
  readonly type: 'public-key';
  readonly id: string;
  readonly jwk: Readonly<Record<string, string>>;
  readonly notBefore: number;
  /** Until when tokens signed with it are accepted; absent while it signs. */
  readonly notAfter?: number | undefined;
}

export const tenantKey = (tenant: TenantStore): Key<TenantItem> => tenant.key('TENANT', 'TENANT');
export const subjectKey = (tenant: TenantStore, subject: string): Key<SubjectItem> =>
  tenant.key(`SUBJECT#${subject}`, 'ACCESS');
export const personSubjectKey = (tenant: TenantStore, personId: string): Key<PersonSubjectItem> =>
  tenant.key(`SUBJECT-OF-PERSON#${personId}`, 'SUBJECT');
/** What ends a token with its siblings: the id of their grant, with which theirs begin. Others have none. */
const getRevocationId = (tokenId: string): string => tokenId.split('~', 1)[0] ?? tokenId;

/** The revocation of a token, which for one of a grant is that of the whole grant (RFC 7009 2.1). */
export const revokedTokenKey = (tenant: TenantStore, tokenId: string): Key<RevokedTokenItem> =>
  tenant.key(`REVOKED#${getRevocationId(tokenId)}`, 'TOKEN');
export const subjectsByName = (tenant: TenantStore): Partition<SubjectItem> => tenant.listing('SUBJECTS');
/** The directory of all tenants, by code. */
export const tenantDirectory = (platform: PlatformStore): Partition<{ readonly id: string }> =>
  platform.partition('TENANTS');
export const publicKeys = (platform: PlatformStore): Partition<PublicKeyItem> => platform.partition('KEYS');
export const publicKeyKey = (platform: PlatformStore, kid: string): Key<PublicKeyItem> =>
  platform.key('KEYS', kid);
