// Shows the page of an interaction's next step, or ends it with the answer to the application.

import { type ActiveTenant, tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { ClientItem } from '../../../../shared/auth/clients/clients.ts';
import { allowsMailedCodes, listAllowedProviders } from '../../../../shared/auth/sign-in/sign-in-policy.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { describeAccount } from '../../account-providers/describe-account.ts';
import { loadAccountProviders } from '../../account-providers/store.ts';
import type { Texts } from '../../languages/languages.ts';
import type { PageLook } from '../../pages/identity-page.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { authorizeClient } from '../grants/authorize-client.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { allowDevice, renderDeviceConsent } from './device.ts';
import { getLongestAge, type InteractionItem, type Step } from './interaction.ts';
import {
  type PageContext,
  renderConsent,
  renderMailedCode,
  renderNoAccess,
  renderSignIn,
  renderWorkspaces,
} from './pages.ts';
import { findGoalTenant, getGoalBrand } from './progress.ts';
import { removeInteraction } from './store.ts';

/** What a page of a sign-in, or its answer, is. */
export type InteractionReply = Reply<200, string> | Reply<303, null>;

/** An interaction with what was read for it. */
export interface InteractionView {
  readonly interaction: InteractionItem;
  readonly client: ClientItem | undefined;
  readonly current: CurrentSession | undefined;
  /** The language of the pages. */
  readonly texts: Texts;
  /** The tenant whose look the pages have, where it was read too. */
  readonly brandTenant?: ActiveTenant | undefined;
}

/** The address of an interaction's page. */
export const getInteractionUrl = ({ id }: Pick<InteractionItem, 'id'>): string =>
  areaUrl('identity', `/connect/interactions/${id}`);

/** What every page of an interaction needs. At most one read, and another where accounts elsewhere may sign in. */
export async function buildPageContext(
  platform: PlatformStore,
  { interaction, client, current, texts, brandTenant }: InteractionView,
): Promise<PageContext> {
  const { goal } = interaction;
  const settings = await findGoalTenant(goal, client, current, async (code) =>
    brandTenant?.settings.id === code ? brandTenant : tenantByCode(platform, code),
  );
  const allowed = settings ? listAllowedProviders(settings) : [];
  // A provider that cannot be asked to let people prove again who they are is not offered where they have to.
  const isAgain = current?.accesses.some((access) => access.settings.id === settings?.id) ?? false;
  const isOffered = allowed.length > 0 && getLongestAge(goal, isAgain) === undefined;
  const providers = isOffered ? await loadAccountProviders(platform) : undefined;
  return {
    brand: getGoalBrand(settings),
    texts,
    offersMailedCodes: settings !== undefined && allowsMailedCodes(settings),
    accountProviders: allowed.filter((provider) => providers?.get(provider)?.isActive),
    newLink: interaction.newLink && describeAccount(texts, interaction.newLink),
    clientName: client?.name,
    formTargets: goal.kind === 'authorization' ? [goal.request.redirectUri] : [],
  };
}

/** A step whose page follows from what was read. */
type PageStep = Exclude<Step, { readonly kind: 'done' | 'second-factor' | 'set-up' | 'unmet' }>;

/** The page of a step that a person has to do. */
export function renderStep(
  context: PageContext,
  step: PageStep,
  { interaction, current }: InteractionView,
  fault?: string,
): Reply<200, string> {
  const { goal } = interaction;
  const userName = current?.user.userName ?? '';
  if (step.kind === 'workspace' && current)
    return renderWorkspaces(
      context,
      current.accesses.filter(({ settings }) => step.tenantCodes.includes(settings.id)),
      userName,
    );
  if (step.kind === 'no-access') return renderNoAccess(context, userName);
  if (step.kind === 'consent' && goal.kind !== 'page') {
    const entered = current?.accesses.find(({ settings }) => settings.id === step.tenantCode);
    const tenantName = entered?.settings.name ?? step.tenantCode;
    const asked = { scopes: goal.request.scopes, userName, tenantName };
    return goal.kind === 'device'
      ? renderDeviceConsent(context, { ...asked, ...goal.device })
      : renderConsent(context, asked);
  }
  if (interaction.mailedCode) return renderMailedCode(context);
  const own = step.kind === 'sign-in' && step.isOwn ? context.texts.federation.changesAccount : undefined;
  const hint = goal.kind === 'page' ? goal.loginHint : goal.request.loginHint;
  const known = goal.kind !== 'page' && goal.request.prompt.includes('select_account') ? '' : userName;
  return renderSignIn(context, { userName: known || hint, isAgain: known !== '', fault: fault ?? own });
}

/** The end of an interaction: the answer to the application or the device, or the page that needed a session. */
export async function finish(
  platform: PlatformStore,
  interaction: InteractionItem,
  current: CurrentSession,
  tenantCode: string | undefined,
  look: PageLook,
  now: Date,
  more: readonly Change[] = [],
  headers?: Readonly<Record<string, string>>,
): Promise<Write<InteractionReply>> {
  const { goal } = interaction;
  const changes = [removeInteraction(platform, interaction), ...more];
  if (goal.kind === 'page' || tenantCode === undefined) {
    const path = goal.kind === 'page' ? goal.path : '/';
    return write(changes, seeOther(areaUrl('identity', path), headers));
  }
  if (goal.kind === 'device') {
    const allowed = await allowDevice(platform, goal.device, current, { tenantCode, look, headers }, now);
    return write([...changes, ...allowed.changes], allowed.reply);
  }
  const authorized = authorizeClient(platform, goal.request, current, { tenantCode, look, headers }, now);
  return write([...changes, ...authorized.changes], authorized.reply);
}
