// PUT /api/v1/AccountMailTexts/{mailKind}/{language}
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { loadTexts } from '../languages/languages.ts';
import { setAccountMailText } from './contract.ts';
import { replaceMailText } from './replace.ts';
import { mailTextKey, presentMailText, validateMailText } from './text.ts';

export const handler = lambda(
  setAccountMailText,
  async ({ params: { mailKind: kind, language }, body, tenant, ...context }) => {
    const place = { kind, language };
    const own = { subject: body.subject?.trim() || undefined, text: body.text.trim() };
    throwIfInvalid(validateMailText(kind, own));
    const before = await tenant.get(mailTextKey(tenant, place), { consistent: true });
    const { after, changes } = replaceMailText(tenant, place, { before, own }, context);
    const texts = await loadTexts(language);
    return write(changes, ok(presentMailText(place, after, texts), { version: after.version }));
  },
);
