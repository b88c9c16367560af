// POST /connect/interactions/{interactionId}/passkey
import { hasSecondFactor, loadFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { isFromThisSite } from '../../../../shared/pages/own-form.ts';
import { checkPasskeyLimit } from '../../passkeys/answer.ts';
import type { InteractionView } from './continue.ts';
import { createPasskeyChallenge } from './contract.ts';
import type { PasskeyChallenge, Step } from './interaction.ts';
import { findStep } from './progress.ts';
import { replaceInteraction } from './store.ts';
import { loadView } from './view.ts';

/** What a passkey is for in a step; undefined where it takes none. */
function getPurpose(
  { interaction, current }: InteractionView,
  step: Step,
): PasskeyChallenge['purpose'] | undefined {
  if (step.kind === 'sign-in') return 'sign-in';
  if (step.kind === 'second-factor' && interaction.identity) return 'second-factor';
  return step.kind === 'set-up' && step.factor !== 'authenticator' && current ? 'set-up' : undefined;
}

/** A new challenge takes the place of the one before: each is answered once, by the browser that requested it. */
export const handler = lambda(createPasskeyChallenge, async ({ params, platform, request, now }) => {
  if (!isFromThisSite(request.headers, areaUrl('identity', '')))
    throw new Failure('PERMISSION_DENIED', 'Only the page of the sign-in may ask for a challenge.');
  const view = await loadView(platform, params.interactionId, request.headers, now);
  const step = view && (await findStep(platform, view.interaction, view.client, view.current, now));
  const purpose = view && step && getPurpose(view, step);
  if (!view || !purpose) return ok({ kind: 'none' as const });
  const { interaction, current } = view;
  const userId = purpose === 'set-up' ? current?.user.id : interaction.identity?.userId;
  const isKnown = purpose === 'second-factor' || (current !== undefined && hasSecondFactor(current.user));
  const factor =
    purpose === 'sign-in' || userId === undefined || !isKnown
      ? undefined
      : await loadFactor(platform, userId);
  const passkeys = factor?.passkeys ?? [];
  if (purpose === 'set-up') checkPasskeyLimit(passkeys);
  const webauthn = await import('../../passkeys/webauthn.ts');
  const publicKey =
    purpose === 'set-up' && current
      ? await webauthn.buildCreationOptions(current.user, passkeys)
      : await webauthn.buildRequestOptions(passkeys, purpose === 'sign-in');
  return write(
    [replaceInteraction(platform, interaction, { passkey: { purpose, challenge: publicKey.challenge } })],
    ok({ kind: purpose === 'set-up' ? ('create' as const) : ('get' as const), publicKey: { ...publicKey } }),
  );
});
