// GET /api/v1/AccountMailTexts/{mailKind}/{language}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadTexts } from '../languages/languages.ts';
import { getAccountMailText } from './contract.ts';
import { mailTextKey, presentMailText } from './text.ts';

export const handler = lambda(
  getAccountMailText,
  async ({ params: { mailKind: kind, language }, tenant }) => {
    const place = { kind, language };
    const item = await tenant.get(mailTextKey(tenant, place), { consistent: true });
    const texts = await loadTexts(language);
    return ok(presentMailText(place, item, texts), { version: item?.version ?? 0 });
  },
);
