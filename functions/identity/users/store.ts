// Stored users: the user, the claim on the name, and their access in each tenant.
import { createHash } from 'node:crypto';
import { removeLinks } from '../../../shared/auth/accounts/linked-accounts.ts';
import { readGroups } from '../../../shared/auth/accounts/read-groups.ts';
import {
  type FederatedSubjectItem,
  type ProvisionedNameItem,
  personSubjectKey,
  type SubjectItem,
  subjectKey,
  subjectsByName,
  type TenantItem,
  tenantKey,
} from '../../../shared/auth/accounts/records.ts';
import { type UserItem, userKey } from '../../../shared/auth/accounts/users.ts';
import { removeFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';
import {
  type Change,
  check,
  ifAbsent,
  ifPresent,
  insert,
  put,
  remove,
  update,
} from '../../../shared/data/changes.ts';
import type { Key, Page, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { alreadyExists, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { buildPageRange } from '../lists/list.ts';
import { isShortEnough } from '../lists/names.ts';
import { userSort } from './user.ts';

/** The claim on a user name, under its folded form. */
interface UserNameItem {
  readonly type: 'user-name';
  readonly userId: string;
}

/** A name in a key. One longer than any valid one is looked up by its hash: it is never found, at the same cost. */
function toKeyName(userName: string): string {
  const folded = foldUserName(userName);
  return isShortEnough(userName) ? folded : `#${createHash('sha256').update(folded).digest('hex')}`;
}

export const userNameKey = (platform: PlatformStore, userName: string): Key<UserNameItem> =>
  platform.key(`USERNAME#${toKeyName(userName)}`, 'USERNAME');

/** The user whom the tenant's own directory calls by this name, in any spelling. */
export const provisionedNameKey = (tenant: TenantStore, userName: string): Key<ProvisionedNameItem> =>
  tenant.key(`PROVISIONED-NAME#${toKeyName(userName)}`, 'SUBJECT');

/** What keys contain of a name that a provider gives: of a person (`sub`) or of a session (`sid`). */
export const hashAtProvider = (issuer: string, name: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, name]))
    .digest('base64url');

/** The user who is this person at the tenant's provider: iss and sub identify a person (OpenID Connect Core 1.0, 5.7). */
export function federatedSubjectKey(
  tenant: TenantStore,
  { issuer, sub }: NonNullable<SubjectItem['federated']>,
): Key<FederatedSubjectItem> {
  return tenant.key(`FEDERATED-SUBJECT#${hashAtProvider(issuer, sub)}`, 'SUBJECT');
}

/** The id of the user with this name, in any spelling. */
export async function userIdByName(platform: PlatformStore, userName: string): Promise<string | undefined> {
  return (await platform.get(userNameKey(platform, userName), { consistent: true }))?.userId;
}

/** The user with a name. For an unknown name there is a second read too, of a user that cannot exist. */
export async function userByName(platform: PlatformStore, userName: string): Promise<UserItem | undefined> {
  const id = await userIdByName(platform, userName);
  return platform.get(userKey(platform, id ?? 'nobody'), { consistent: true });
}

/**
 * The user with this id.
 * @throws Failure 404
 */
export async function requireUser(platform: PlatformStore, id: string): Promise<UserItem> {
  const user = await platform.get(userKey(platform, id), { consistent: true });
  if (!user) throw notFound('user', id);
  return user;
}

/** A page of all users, by name. */
export function usersByName(
  platform: PlatformStore,
  query: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<Page<UserItem>> {
  const listing = platform.listing<UserItem>('USERS');
  return platform.query(
    listing,
    buildPageRange(query, 2, ([sort = '', id = '']) => {
      const { pk, sk } = userKey(platform, id);
      return { gsi1pk: listing.name, gsi1sk: sort, pk, sk };
    }),
  );
}

/** A user's access in one tenant, with the tenant's settings. */
export interface TenantAccess {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly subject: SubjectItem;
}

/** A user's access in all of their tenants, by tenant code, in one round trip. */
export async function listTenantAccess(platform: PlatformStore, user: UserItem): Promise<TenantAccess[]> {
  const tenants = user.tenants.map((code) => openTenant(platform, code));
  const [foundSettings, foundSubjects] = await readGroups(
    tenants.map((tenant) => tenantKey(tenant)),
    tenants.map((tenant) => subjectKey(tenant, user.id)),
  );
  return tenants.flatMap((tenant, index) => {
    const tenantSettings = foundSettings[index];
    const subject = foundSubjects[index];
    return tenantSettings && subject ? [{ tenant, settings: tenantSettings, subject }] : [];
  });
}

/** Inserts a user and claims the name; fails when the name is taken in any spelling. */
export function insertUser(platform: PlatformStore, user: UserItem): Change[] {
  const onConflict = alreadyExists('user', 'userName', user.userName);
  return [
    put(
      userNameKey(platform, user.userName),
      { type: 'user-name', userId: user.id },
      { condition: ifAbsent, onConflict },
    ),
    put(userKey(platform, user.id), user, {
      condition: ifAbsent,
      onConflict,
      listed: { listing: platform.listing<UserItem>('USERS'), sort: userSort(user) },
    }),
  ];
}

/** Replaces a user that was read as `before`. */
export const replaceUser = (
  platform: PlatformStore,
  before: UserItem,
  after: UserItem,
  ifMatch?: IfMatch,
): Change =>
  put(userKey(platform, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    listed: { listing: platform.listing<UserItem>('USERS'), sort: userSort(after) },
  });

/** Removes a user that was read as `before`, with the claim on the name and the second factor. */
export const removeUser = (platform: PlatformStore, before: UserItem): Change[] => [
  remove(userNameKey(platform, before.userName)),
  removeFactor(platform, before.id),
  ...removeLinks(platform, before.id),
  remove(userKey(platform, before.id), ifUnchanged(before.version, undefined)),
];

/** Checks that an unchanged user has the version in If-Match. */
export function checkUser(platform: PlatformStore, user: UserItem, ifMatch: IfMatch): Change {
  const { condition, onConflict } = ifUnchanged(user.version, ifMatch);
  return check(userKey(platform, user.id), condition, onConflict);
}

/** The sort text of an access in lists by name. */
export const subjectSort = ({ kind, name, id }: Pick<SubjectItem, 'kind' | 'name' | 'id'>): string =>
  `${kind}#${foldUserName(name)}#${id}`;

const listSubjectEntry = (tenant: TenantStore, subject: SubjectItem) => ({
  listing: subjectsByName(tenant),
  sort: subjectSort(subject),
});

/** Inserts a user's access in a tenant, which must exist. */
export const insertAccess = (tenant: TenantStore, subject: SubjectItem): Change[] => [
  check(tenantKey(tenant), ifPresent, notFound('tenant', tenant.code)),
  insert(subjectKey(tenant, subject.id), subject, { listed: listSubjectEntry(tenant, subject) }),
  ...claimPerson(tenant, subject),
  ...moveClaims(tenant, undefined, subject),
];

/** Replaces an access record that was read as `before`. */
export const replaceAccess = (
  tenant: TenantStore,
  before: SubjectItem,
  after: SubjectItem,
  ifMatch?: IfMatch,
): Change[] => [
  put(subjectKey(tenant, after.id), after, {
    ...ifUnchanged(before.version, ifMatch),
    listed: listSubjectEntry(tenant, after),
  }),
  ...(before.personId !== after.personId
    ? [
        ...(before.personId === undefined ? [] : [remove(personSubjectKey(tenant, before.personId))]),
        ...claimPerson(tenant, after),
      ]
    : []),
  ...moveClaims(tenant, before, after),
];

/** Records a sign-in in the access of a user. */
export const recordSignIn = (tenant: TenantStore, { id }: Pick<SubjectItem, 'id'>, now: Date): Change =>
  update(
    subjectKey(tenant, id),
    { set: { lastSignIn: now.toISOString() } },
    { condition: ifPresent, onConflict: 'retry' },
  );

/** Removes an access record. */
export const removeAccess = (tenant: TenantStore, subject: SubjectItem, ifMatch?: IfMatch): Change[] => [
  remove(subjectKey(tenant, subject.id), ifUnchanged(subject.version, ifMatch)),
  ...(subject.personId === undefined ? [] : [remove(personSubjectKey(tenant, subject.personId))]),
  ...moveClaims(tenant, subject, undefined),
];

/** That a user's access to a tenant has ended: `notify-logouts` ends what applications have of it. Stored for a day. */
interface AccessEndItem {
  readonly type: 'access-end';
  readonly ttl: number;
}

/** Removes the access record of a user who leaves a tenant that stays. */
export const endTenantAccess = (
  tenant: TenantStore,
  subject: SubjectItem,
  now: Date,
  ifMatch?: IfMatch,
): Change[] => [
  ...removeAccess(tenant, subject, ifMatch),
  put(tenant.key<AccessEndItem>(`SUBJECT#${subject.id}`, 'END'), {
    type: 'access-end',
    ttl: Math.floor(now.getTime() / 1000) + 86_400,
  }),
];

/** A person signs in as one user of a tenant only. */
function claimPerson(tenant: TenantStore, { id, personId }: SubjectItem): Change[] {
  if (personId === undefined) return [];
  return [
    put(
      personSubjectKey(tenant, personId),
      { type: 'person-subject', subject: id },
      { condition: ifAbsent, onConflict: alreadyExists('user', 'personId', personId) },
    ),
  ];
}

/** An item that leads to one user of a tenant, under what only this user may have. */
interface Claim {
  readonly key: Key<ProvisionedNameItem | FederatedSubjectItem>;
  readonly change: () => Change;
}

/** The claims of an access: on its name in the tenant's directory, and on who it is at the tenant's provider. */
function listClaims(tenant: TenantStore, subject: SubjectItem | undefined): readonly Claim[] {
  const { id = '', provisioned, federated } = subject ?? {};
  const name = provisioned?.userName;
  const named = name === undefined ? undefined : provisionedNameKey(tenant, name);
  const linked = federated && federatedSubjectKey(tenant, federated);
  return [
    ...(named && name !== undefined
      ? [
          {
            key: named,
            change: () =>
              put(
                named,
                { type: 'provisioned-name', subject: id },
                { condition: ifAbsent, onConflict: alreadyExists('user', 'userName', name) },
              ),
          },
        ]
      : []),
    ...(linked
      ? [
          {
            key: linked,
            change: () =>
              put(
                linked,
                { type: 'federated-subject', subject: id },
                { condition: ifAbsent, onConflict: 'retry' },
              ),
          },
        ]
      : []),
  ];
}

/** Makes the claims that an access gains, and ends those that it no longer has. */
function moveClaims(
  tenant: TenantStore,
  before: SubjectItem | undefined,
  after: SubjectItem | undefined,
): Change[] {
  const [former, next] = [listClaims(tenant, before), listClaims(tenant, after)];
  const isIn = (claims: readonly Claim[], { key }: Claim) => claims.some((other) => other.key.pk === key.pk);
  return [
    ...former.filter((claim) => !isIn(next, claim)).map(({ key }) => remove(key)),
    ...next.filter((claim) => !isIn(former, claim)).map(({ change }) => change()),
  ];
}

/** The subject that a person of the tenant signs in as. */
export async function subjectByPerson(
  tenant: TenantStore,
  personId: string,
): Promise<SubjectItem | undefined> {
  const claim = await tenant.get(personSubjectKey(tenant, personId), { consistent: true });
  return claim && tenant.get(subjectKey(tenant, claim.subject), { consistent: true });
}

/** A user with their access in one tenant. @throws Failure 404 */
export async function requireUserInTenant(platform: PlatformStore, userId: string, tenantCode: string) {
  const before = await requireUser(platform, userId);
  const code = tenantCode.trim().toLowerCase();
  const accesses = await listTenantAccess(platform, {
    ...before,
    tenants: before.tenants.filter((tenantCode) => tenantCode === code),
  });
  const [access] = accesses;
  if (!access) throw notFound(`user in the tenant ${code}`, userId);
  return { before, access };
}
