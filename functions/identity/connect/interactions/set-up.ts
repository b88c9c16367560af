// The step in which a person sets up a second factor, because the workspace or the application requires one, or because
// they want to.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { escapeHtml } from '../../../../shared/pages/escape-html.ts';
import { drawQrSvg } from '../../../../shared/pages/qr-svg.ts';
import type { PublicContext } from '../../account/password-reset.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { openKey, sealKey } from '../../second-factor/factor.ts';
import { addMethod, type NewMethod } from '../../second-factor/set-up.ts';
import { encodeBase32, findCodeStep, formatKeyUri, generateKey } from '../../second-factor/totp.ts';
import { getAuthTime } from '../../sessions/session.ts';
import type { CurrentSession } from '../../sessions/store.ts';
import { seeOther } from '../requests/authorization-response.ts';
import { replaceSession, type SignInContext } from './complete-sign-in.ts';
import { buildPageContext, getInteractionUrl, type InteractionView } from './continue.ts';
import type { SetUpStep } from './interaction.ts';
import { renderLostInteraction } from './pages.ts';
import { renderRecoveryCodes, renderSetUp } from './set-up-pages.ts';
import { replaceInteraction } from './store.ts';

/** What the page sends. */
export interface SetUpForm {
  readonly code?: string | undefined;
}

async function renderKey(
  platform: PlatformStore,
  view: InteractionView,
  { user, accesses }: CurrentSession,
  step: SetUpStep,
  key: Uint8Array | undefined,
  fault?: string,
): Promise<Reply<200, string>> {
  const context = await buildPageContext(platform, view);
  const required = accesses.find(({ settings }) => settings.name === context.brand.name);
  return renderSetUp(context, {
    step,
    fault,
    userName: user.userName,
    tenantName: required?.settings.name,
    ...(key && {
      authenticator: {
        secret: encodeBase32(key),
        qrCode: await drawQrSvg(
          formatKeyUri(user.userName, key),
          `class="qr" role="img" aria-label="${escapeHtml(view.texts.setUp.qrCode)}" `,
        ),
      },
    }),
  });
}

/** The page again, after something else than a code was refused. */
export async function renderSetUpStep(
  platform: PlatformStore,
  view: InteractionView,
  step: SetUpStep,
  fault: string,
): Promise<Reply<200, string>> {
  const { current, interaction } = view;
  if (!current) return renderLostInteraction({ brand: platformBrand, texts: view.texts });
  const { pendingKey } = interaction;
  const key =
    pendingKey === undefined || step.factor === 'passkey'
      ? undefined
      : await openKey(current.user.id, pendingKey);
  return renderKey(platform, view, current, step, key, fault);
}

/** The page with the key, which stays the same while the person is at it. */
export async function showSetUp(
  platform: PlatformStore,
  view: InteractionView,
  current: CurrentSession,
  step: SetUpStep,
): Promise<Reply<200, string> | Write<Reply<200, string>>> {
  const { pendingKey } = view.interaction;
  if (step.factor === 'passkey') return renderKey(platform, view, current, step, undefined);
  if (pendingKey !== undefined)
    return renderKey(platform, view, current, step, await openKey(current.user.id, pendingKey));
  const key = generateKey();
  const sealed = await sealKey(current.user.id, key);
  return write(
    [replaceInteraction(platform, view.interaction, { pendingKey: sealed })],
    await renderKey(platform, view, current, step, key),
  );
}

/**
 * Stores what was set up. With the first second factor everything that began with the password alone ends, and the browser
 * goes on in a session with two factors; the recovery codes are shown now and never again.
 */
export async function completeSetUp(
  context: SignInContext & PublicContext,
  view: InteractionView,
  { session, user }: CurrentSession,
  build: Parameters<typeof addMethod>[2],
  method: 'otp' | 'pop',
): Promise<Write<Reply<200, string> | Reply<303, null>>> {
  const { platform, now } = context;
  const added = await addMethod(platform, user, build, { ...context, texts: view.texts });
  const { interaction } = view;
  const begun = await replaceSession(context, {
    userId: user.id,
    authTime: getAuthTime(now, added.revocations),
    amr: [...new Set([...session.amr, method, 'mfa'])],
    isRemembered: session.isRemembered,
  });
  const next = {
    ...{
      sessionId: begun.session.id,
      isFresh: true,
      hasSetUp: true,
      pendingKey: undefined,
      passkey: undefined,
    },
  };
  const changes = [...added.changes, replaceInteraction(platform, interaction, next), ...begun.changes];
  if (added.recoveryCodes === undefined)
    return write(changes, seeOther(getInteractionUrl(interaction), begun.headers));
  const page = await buildPageContext(platform, view);
  return write(changes, renderRecoveryCodes({ ...page, headers: begun.headers }, added.recoveryCodes));
}

/** Checks the first code of the authenticator: the page again where it is wrong. */
export async function submitSetUp(
  context: SignInContext & PublicContext,
  view: InteractionView,
  step: SetUpStep,
  { code = '' }: SetUpForm,
): Promise<Reply<200, string> | Write<Reply<200, string> | Reply<303, null>>> {
  const { platform, now } = context;
  const { current } = view;
  const { pendingKey: sealedKey } = view.interaction;
  if (!current || sealedKey === undefined || step.factor === 'passkey') return seeOtherStep(view);
  const key = await openKey(current.user.id, sealedKey);
  const usedStep = findCodeStep(key, code, now, undefined);
  if (usedStep === undefined)
    return renderKey(platform, view, current, step, key, view.texts.setUp.wrongCode);
  const authenticator: NewMethod = { sealedKey, usedStep };
  return completeSetUp(context, view, current, () => authenticator, 'otp');
}

const seeOtherStep = (view: InteractionView): Write<Reply<303, null>> =>
  write([], seeOther(getInteractionUrl(view.interaction)));
