// POST /connect/interactions/{interactionId}
import { accountProviders } from '../../../../shared/auth/accounts/account-providers.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import { type Write, write } from '../../../../shared/http/reply.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { readSignIn, type SignInRead } from '../../services/authenticate-user.ts';
import { recordConsent } from '../grants/consents.ts';
import { answerError, seeOther } from '../requests/authorization-response.ts';
import { beginAccountSignIn } from './account-sign-in.ts';
import type { SignInContext } from './complete-sign-in.ts';
import {
  buildPageContext,
  finish,
  getInteractionUrl,
  type InteractionReply,
  type InteractionView,
} from './continue.ts';
import { submitInteraction } from './contract.ts';
import { refuseDevice } from './device.ts';
import { beginFederation } from './federate.ts';
import type { InteractionItem, Step } from './interaction.ts';
import { type MailedCodeForm, requestMailedCode, submitMailedCode } from './mailed-code.ts';
import { renderLostInteraction } from './pages.ts';
import { findStep } from './progress.ts';
import { type SetUpForm, submitSetUp } from './set-up.ts';
import { refuseUnmet } from './show-step.ts';
import { type PasswordForm, signIn } from './sign-in.ts';
import { removeInteraction, replaceInteraction } from './store.ts';
import { type CodeForm, submitCode } from './submit-code.ts';
import { type PasskeyForm, registerPasskey, signInWithPasskey, submitPasskey } from './submit-passkey.ts';
import { loadView } from './view.ts';

/** What the forms send. */
type StepForm = PasswordForm &
  MailedCodeForm &
  CodeForm &
  PasskeyForm &
  SetUpForm & { readonly action?: string | undefined; readonly tenantCode?: string | undefined };

/** The person does not want to go on: the application or the device is notified. */
async function cancel(
  { platform, now }: SignInContext,
  view: InteractionView,
): Promise<Write<InteractionReply>> {
  const { goal } = view.interaction;
  const changes = [removeInteraction(platform, view.interaction)];
  if (goal.kind === 'page')
    return write(changes, renderLostInteraction({ brand: platformBrand, texts: view.texts }));
  const page = await buildPageContext(platform, view);
  if (goal.kind === 'device') {
    const refused = await refuseDevice(platform, goal.device, page, now);
    return write([...changes, ...refused.changes], refused.reply);
  }
  const error = { error: 'access_denied', description: 'The person did not allow the request.' } as const;
  return write(changes, answerError(goal.request, error, page));
}

/** What another person decides anew. */
const forgotten = {
  ...{ sessionId: undefined, identity: undefined, isFresh: undefined, mailedCode: undefined },
  ...{ tenantCode: undefined, hasConsented: undefined, hasSetUp: undefined, newLink: undefined },
} satisfies Partial<InteractionItem>;

/** Goes on with what the person has decided. */
async function proceed(
  { platform, now }: SignInContext,
  view: InteractionView,
  decided: Partial<InteractionItem>,
  more: readonly Change[] = [],
): Promise<Write<InteractionReply>> {
  const { interaction, client, current } = view;
  const step = await findStep(platform, { ...interaction, ...decided }, client, current, now);
  if (step.kind === 'unmet') return refuseUnmet(platform, view);
  if (step.kind === 'done' && current) {
    const page = await buildPageContext(platform, view);
    return finish(platform, interaction, current, step.tenantCode, page, now, more);
  }
  return write(
    [replaceInteraction(platform, interaction, decided), ...more],
    seeOther(getInteractionUrl(interaction)),
  );
}

/** Allows what the application asks for. */
function allow(
  context: SignInContext,
  view: InteractionView,
  tenantCode: string,
): Promise<Write<InteractionReply>> {
  const { goal } = view.interaction;
  const { client, current } = view;
  const place = client && current && { userId: current.user.id, clientId: client.id, tenantCode };
  const consents =
    place && goal.kind !== 'page'
      ? [recordConsent(context.platform, place, goal.request.scopes, context.now)]
      : [];
  return proceed(context, view, { hasConsented: true, tenantCode }, consents);
}

/** What the form of the current step does; a form of an earlier step changes nothing. */
function submitStep(
  context: SignInContext,
  view: InteractionView,
  step: Step,
  form: StepForm,
  read: SignInRead | undefined,
) {
  const { action, tenantCode } = form;
  if (action === 'cancel') return cancel(context, view);
  if (action === 'switch') return proceed(context, { ...view, current: undefined }, forgotten);
  if (step.kind === 'sign-in' && action === 'sign-in') return signIn(context, view, form, read);
  if (step.kind === 'sign-in' && action === 'mail-code') return requestMailedCode(context, view, form);
  if (step.kind === 'sign-in' && action === 'verify-mailed-code')
    return submitMailedCode(context, view, form);
  if (step.kind === 'sign-in' && action === 'use-password')
    return proceed(context, view, { mailedCode: undefined });
  if (step.kind === 'sign-in' && action === 'passkey') return signInWithPasskey(context, view, form);
  if (step.kind === 'sign-in' && action === 'federate') return beginFederation(context, view, form);
  const provider = accountProviders.find((name) => name === action);
  if (step.kind === 'sign-in' && provider) return beginAccountSignIn(context, view, provider);
  if (step.kind === 'second-factor' && action === 'verify') return submitCode(context, view, form);
  if (step.kind === 'second-factor' && action === 'passkey') return submitPasskey(context, view, form);
  if (step.kind === 'set-up' && action === 'passkey') return registerPasskey(context, view, step, form);
  if (step.kind === 'set-up' && action === 'set-up') return submitSetUp(context, view, step, form);
  if (step.kind === 'workspace' && tenantCode !== undefined && step.tenantCodes.includes(tenantCode))
    return proceed(context, view, { tenantCode });
  if (step.kind === 'consent' && action === 'allow') return allow(context, view, step.tenantCode);
  return proceed(context, view, {});
}

export const handler = pageLambda(submitInteraction, async ({ params, body, texts, ...context }) => {
  const { platform, request, now } = context;
  const { action, userName = '' } = body;
  // What is counted of an attempt is counted only once the interaction is known to be the browser's.
  const [view, read] = await Promise.all([
    loadView(platform, params.interactionId, request.headers, now),
    action === 'sign-in' && userName.trim() !== '' ? readSignIn(platform, userName, request) : undefined,
  ]);
  if (!view) return renderLostInteraction({ brand: platformBrand, texts });
  const step = await findStep(platform, view.interaction, view.client, view.current, now);
  return submitStep(context, view, step, body, read);
});
