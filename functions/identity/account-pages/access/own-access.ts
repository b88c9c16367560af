// What a person has given: browsers that are signed in, and applications that may act in the person's name.
import type { AccountProvider } from '../../../../shared/auth/accounts/account-providers.ts';
import {
  type AccountLinkItem,
  listLinkedAccounts,
  removeLink,
} from '../../../../shared/auth/accounts/linked-accounts.ts';
import { clientKey } from '../../../../shared/auth/clients/clients.ts';
import {
  type Authentication,
  isFederated,
  reachesTenant,
} from '../../../../shared/auth/sign-in/authentication-context.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type ConsentPlace, listConsents, removeConsent } from '../../connect/grants/consents.ts';
import { type GrantItem, grantsByUser, revokeGrant } from '../../connect/grants/grants.ts';
import { type EndContext, endSession } from '../../sessions/end-session.ts';
import { isEnded } from '../../sessions/session.ts';
import { endSessionGrants } from '../../sessions/session-grants.ts';
import {
  type CurrentSession,
  type LiveSignIns,
  liveSessionsByUser,
  liveSignInsByUser,
} from '../../sessions/store.ts';

/** An application with what it may do in one tenant. */
export interface AllowedApplication extends ConsentPlace {
  readonly name: string;
  readonly tenantName: string;
  /** Whether it may act while the person is away. */
  readonly isLasting: boolean;
  /** When it last did: ISO 8601 UTC; known for lasting ones. */
  readonly lastUsed: string | undefined;
}

/** Everything that the page shows. */
export interface OwnAccess extends LiveSignIns {
  readonly applications: readonly AllowedApplication[];
  /** Accounts elsewhere that sign the person in. */
  readonly links: readonly AccountLinkItem[];
}

const isAt = (place: Pick<ConsentPlace, 'clientId' | 'tenantCode'>) => (other: typeof place) =>
  other.clientId === place.clientId && other.tenantCode === place.tenantCode;

/** The grants of a person that nothing has ended. */
async function listLiveGrants(
  platform: PlatformStore,
  { user, accesses }: CurrentSession,
  now: Date,
): Promise<readonly GrantItem[]> {
  const grants = await grantsByUser(platform, user.id);
  return grants.filter(({ endsAt, authTime, tenantCode }) => {
    const access = accesses.find(({ settings }) => settings.id === tenantCode);
    return endsAt * 1000 > now.getTime() && access !== undefined && !isEnded(authTime, access.subject);
  });
}

/** Reads it: about seven reads, however much there is. */
export async function loadOwnAccess(
  platform: PlatformStore,
  current: CurrentSession,
  now: Date,
): Promise<OwnAccess> {
  const { user, accesses, session } = current;
  const [{ sessions, tokens }, grants, allConsents, links] = await Promise.all([
    liveSignInsByUser(platform, user.id, now),
    listLiveGrants(platform, current, now),
    listConsents(platform, user.id),
    isFederated(session) ? [] : listLinkedAccounts(platform, user),
  ]);
  const isReached = ({ tenantCode }: { readonly tenantCode: string }) => reachesTenant(session, tenantCode);
  const consents = allConsents.filter(isReached);
  const places: ConsentPlace[] = [...grants, ...consents].map(({ clientId, tenantCode }) => ({
    ...{ userId: user.id, clientId, tenantCode },
  }));
  const distinct = places.filter((place, index) => places.findIndex(isAt(place)) === index);
  const clients = await platform.getMany(distinct.map(({ clientId }) => clientKey(platform, clientId)));
  const applications = distinct.flatMap((place, index): AllowedApplication[] => {
    const client = clients[index];
    if (client?.status !== 'active') return [];
    const own = grants.filter(isAt(place));
    const tenant = accesses.find(({ settings }) => settings.id === place.tenantCode);
    const { name } = client;
    const tenantName = tenant?.settings.name ?? place.tenantCode;
    const lastUsed = own
      .map((grant) => grant.lastUsed)
      .sort()
      .at(-1);
    return [{ ...place, name, tenantName, isLasting: own.length > 0, lastUsed }];
  });
  return {
    // A session by a tenant's provider shows those by the same provider; any other session shows all.
    sessions: sessions.filter(
      ({ providerTenant }) => !isFederated(session) || providerTenant === session.providerTenant,
    ),
    tokens: tokens.filter(isReached),
    applications,
    links,
  };
}

/** The changes after which an account elsewhere signs the person in no longer, with what it has begun: sessions and grants. */
export async function endLink(
  platform: PlatformStore,
  current: CurrentSession,
  provider: AccountProvider,
  context: EndContext,
): Promise<Change[]> {
  const { user } = current;
  const [sessions, grants] = await Promise.all([
    liveSessionsByUser(platform, user.id, context.now),
    listLiveGrants(platform, current, context.now),
  ]);
  const isBy = ({ amr }: Pick<Authentication, 'amr'>) => amr.includes(provider);
  const ended = await Promise.all(
    sessions
      .filter(isBy)
      .slice(0, 5)
      .map((session) => endSession(platform, session, context)),
  );
  return [
    removeLink(platform, user.id, provider),
    ...ended.flat().slice(0, 60),
    ...grants
      .filter(isBy)
      .slice(0, 10)
      .flatMap((grant) => revokeGrant(platform, grant, context.now)),
  ];
}

/** How many grants end in one transaction; an application that has more loses the rest at the next request. */
const mostGrants = 20;

/** The changes that take from an application what it may do: its grants and tokens, and the consent. */
export async function endApplication(
  platform: PlatformStore,
  current: CurrentSession,
  place: Pick<ConsentPlace, 'clientId' | 'tenantCode'>,
  now: Date,
): Promise<Change[]> {
  if (!reachesTenant(current.session, place.tenantCode)) return [];
  const [grants, sessions] = await Promise.all([
    listLiveGrants(platform, current, now),
    liveSessionsByUser(platform, current.user.id, now),
  ]);
  const entered = sessions.filter(({ clients }) => clients.some(isAt(place))).slice(0, 10);
  const revocations = await Promise.all(
    entered.map(({ id }) => endSessionGrants(platform, id, now, place.clientId)),
  );
  return [
    removeConsent(platform, { ...place, userId: current.user.id }),
    ...grants
      .filter(isAt(place))
      .slice(0, mostGrants)
      .flatMap((grant) => revokeGrant(platform, grant, now)),
    ...revocations.flat().slice(0, 50),
  ];
}
