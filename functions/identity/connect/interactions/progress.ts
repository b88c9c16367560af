// Where an interaction stands: reads what the next step follows from.

import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { type ClientItem, findActiveClient, getSignIn } from '../../../../shared/auth/clients/clients.ts';
import { acceptsSignIn, requiresSecondFactor } from '../../../../shared/auth/sign-in/sign-in-policy.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Brand, getBrand } from '../../../../shared/pages/brand.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { getAuthentication } from '../../sessions/session.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import type { TenantAccess } from '../../users/store.ts';
import { findConsent } from '../grants/consents.ts';
import { decideStep, type InteractionGoal, type InteractionItem, type Step } from './interaction.ts';

/** A part of an interaction's state that the step depends on. */
export type InteractionState = Pick<
  InteractionItem,
  'goal' | 'identity' | 'isFresh' | 'tenantCode' | 'hasConsented' | 'hasSetUp'
>;

/** A person's accesses to tenants that they may enter. */
export const listEnterable = (accesses: readonly TenantAccess[]): TenantAccess[] =>
  accesses.filter(({ settings, subject }) => settings.status === 'active' && !subject.disabled);

const getTenantHint = (goal: InteractionGoal, client: ClientItem | undefined): string | undefined => {
  if (!client || goal.kind === 'page') return undefined;
  return getSignIn(client).workspaces === 'own' ? client.tenantCode : undefined;
};

/** The client of an interaction; undefined where none is concerned, or it was revoked meanwhile. */
export const findGoalClient = async (
  platform: PlatformStore,
  goal: InteractionGoal,
): Promise<ClientItem | undefined> =>
  goal.kind !== 'page' ? findActiveClient(platform, goal.request.clientId) : undefined;

/** The next step of an interaction. At most one read, of what the person has allowed. */
export async function findStep(
  platform: PlatformStore,
  state: InteractionState,
  client: ClientItem | undefined,
  current: CurrentSession | undefined,
  now: Date,
): Promise<Step> {
  const { goal, identity } = state;
  const accesses = current ? listEnterable(current.accesses) : [];
  const enterable = accesses.filter(({ settings }) => current && acceptsSignIn(settings, current.session));
  const refused = accesses.filter((access) => !enterable.includes(access));
  const facts = {
    goal,
    // An identity is kept in an interaction only while a code is missing.
    needsSecondFactor: identity !== undefined && !current,
    session: current && {
      ...getAuthentication(current.session),
      tenantCodes: enterable.map(({ settings }) => settings.id),
      // The provider of a tenant never reached more.
      hasLost: current.session.providerTenant === undefined && current.unreached.length > 0,
      unreached: [...current.unreached, ...refused.map(({ settings }) => settings.id)],
    },
    isFresh: state.isFresh ?? false,
    hasSetUp: state.hasSetUp ?? false,
    requiresFactor: (tenantCode: string) => {
      const entered = enterable.find(({ settings }) => settings.id === tenantCode);
      return entered !== undefined && requiresSecondFactor(entered.settings, entered.subject);
    },
    fixedTenantCode: getTenantHint(goal, client),
    chosenTenantCode: state.tenantCode,
    hasConsented: state.hasConsented ?? false,
    now: Math.floor(now.getTime() / 1000),
  };
  const step = decideStep({ ...facts, needsConsent: () => false });
  if (goal.kind === 'page' || step.kind !== 'done' || !client || !current || step.tenantCode === undefined)
    return step;
  if (getSignIn(client).isFirstParty) return step;
  const place = { userId: current.user.id, clientId: client.id, tenantCode: step.tenantCode };
  const allowed = await findConsent(platform, place, now);
  const isAllowed = allowed !== undefined && goal.request.scopes.every((scope) => allowed.includes(scope));
  return decideStep({ ...facts, needsConsent: () => !isAllowed });
}

/** The tenant whose look an interaction's pages have; undefined where it is the platform's. */
export const getBrandTenant = (goal: InteractionGoal, client: ClientItem | undefined): string | undefined =>
  getTenantHint(goal, client) ?? (goal.kind !== 'page' ? goal.request.tenantCode : undefined);

/** The tenant that is going to be entered, as far as it is known: the pages have its look. */
export async function findGoalTenant(
  goal: InteractionGoal,
  client: ClientItem | undefined,
  current: CurrentSession | undefined,
  findTenant: (code: string) => Promise<{ readonly settings: TenantItem } | undefined>,
): Promise<TenantItem | undefined> {
  const code = getBrandTenant(goal, client);
  if (code === undefined) return undefined;
  const known = current?.accesses.find(({ settings }) => settings.id === code) ?? (await findTenant(code));
  return known?.settings;
}

/** The look of an interaction's pages. */
export const getGoalBrand = (settings: TenantItem | undefined): Brand =>
  settings ? getBrand(settings) : platformBrand;
