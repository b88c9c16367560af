// GET /connect/interactions/{interactionId}
import { platformBrand } from '../../pages/identity-page.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { getInteraction } from './contract.ts';
import { renderLostInteraction } from './pages.ts';
import { findStep } from './progress.ts';
import { showStep } from './show-step.ts';
import { loadView } from './view.ts';

export const handler = pageLambda(getInteraction, async ({ params, texts, ...context }) => {
  const { platform, request, now } = context;
  const view = await loadView(platform, params.interactionId, request.headers, now, { readsBrand: true });
  if (!view) return renderLostInteraction({ brand: platformBrand, texts });
  const step = await findStep(platform, view.interaction, view.client, view.current, now);
  return showStep(context, view, step);
});
