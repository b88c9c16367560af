// GET /connect/interactions/{interactionId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { platformBrand } from '../../pages/identity-page.ts';
import { buildPageContext, finish, renderStep } from './continue.ts';
import { getInteraction } from './contract.ts';
import { renderLostInteraction } from './pages.ts';
import { findStep } from './progress.ts';
import { loadView } from './view.ts';

export const handler = lambda(getInteraction, async ({ params, platform, request, now }) => {
  const view = await loadView(platform, params.interactionId, request.headers, now);
  if (!view) return renderLostInteraction(platformBrand);
  const { interaction, client, current } = view;
  const [step, context] = await Promise.all([
    findStep(platform, interaction, client, current, now),
    buildPageContext(platform, view),
  ]);
  return step.kind === 'done' && current
    ? finish(platform, interaction, current, step.tenantCode, context.brand, now)
    : renderStep(context, step.kind === 'done' ? { kind: 'sign-in' } : step, view);
});
