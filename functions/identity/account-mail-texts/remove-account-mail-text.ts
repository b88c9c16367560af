// DELETE /api/v1/AccountMailTexts/{mailKind}/{language}
import { ifUnchanged } from '../../../shared/http/etag.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { removeAccountMailText } from './contract.ts';
import { replaceMailText } from './replace.ts';
import { mailTextKey } from './text.ts';

// The item remains without a text, so that its version is never that of another text.
export const handler = lambda(
  removeAccountMailText,
  async ({ params: { mailKind: kind, language }, tenant, ...context }) => {
    const place = { kind, language };
    const before = await tenant.get(mailTextKey(tenant, place), { consistent: true });
    if (before?.text === undefined) {
      ifUnchanged(before?.version ?? 0, context.ifMatch);
      return noContent();
    }
    return write(replaceMailText(tenant, place, { before, own: undefined }, context).changes, noContent());
  },
);
