// GET /api/v1/AccountMailTexts
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadTexts } from '../languages/languages.ts';
import { listAccountMailTexts } from './contract.ts';
import { mailTextPlaces, presentMailText, tenantMailTexts } from './text.ts';

export const handler = lambda(listAccountMailTexts, async ({ tenant }) => {
  const { items } = await tenant.query(tenantMailTexts(tenant));
  return ok(
    await Promise.all(
      mailTextPlaces.map(async (place) => {
        const item = items.find(({ kind, language }) => kind === place.kind && language === place.language);
        return presentMailText(place, item, await loadTexts(place.language));
      }),
    ),
  );
});
