// Shows the next step of an interaction, or ends it.
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { unmetRequirements } from '../requests/authorization-request.ts';
import { answerError } from '../requests/authorization-response.ts';
import type { SignInContext } from './complete-sign-in.ts';
import {
  buildPageContext,
  finish,
  type InteractionReply,
  type InteractionView,
  renderStep,
} from './continue.ts';
import type { Step } from './interaction.ts';
import { renderLostInteraction } from './pages.ts';
import { showSetUp } from './set-up.ts';
import { removeInteraction } from './store.ts';
import { showSecondFactor } from './submit-code.ts';

/** The application learns that the person cannot sign in as it requires. */
export async function refuseUnmet(
  platform: PlatformStore,
  view: InteractionView,
): Promise<Write<InteractionReply>> {
  const { goal } = view.interaction;
  const changes = [removeInteraction(platform, view.interaction)];
  // A device asks for no methods, and so never gets here.
  if (goal.kind !== 'authorization')
    return write(changes, renderLostInteraction({ brand: platformBrand, texts: view.texts }));
  const page = await buildPageContext(platform, view);
  return write(changes, answerError(goal.request, unmetRequirements, page));
}

/** The page of a step; the answer to the application where nothing is left to do. */
export async function showStep(
  context: SignInContext,
  view: InteractionView,
  step: Step,
): Promise<Reply<200, string> | Write<InteractionReply>> {
  const { platform, now } = context;
  const { interaction, current } = view;
  if (step.kind === 'unmet') return refuseUnmet(platform, view);
  if (step.kind === 'set-up' && current) return showSetUp(platform, view, current, step);
  if (step.kind === 'second-factor') return showSecondFactor(platform, view);
  const page = await buildPageContext(platform, view);
  if (step.kind === 'done' && current)
    return finish(platform, interaction, current, step.tenantCode, page, now);
  const pageStep = step.kind === 'done' || step.kind === 'set-up' ? ({ kind: 'sign-in' } as const) : step;
  const { federationFault } = interaction;
  const { faults } = view.texts.federation;
  return renderStep(page, pageStep, view, federationFault && faults[federationFault]);
}
