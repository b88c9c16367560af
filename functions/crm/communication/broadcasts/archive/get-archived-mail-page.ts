// GET /api/v1/MailArchive/{tenantCode}/{id}
import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { mailPageHeaders } from '../view/mail-page-headers.ts';
import { loadArchivedPage } from './archived-mail.ts';
import { getArchivedMailPage } from './contract.ts';

export const handler = pageLambda(getArchivedMailPage, async ({ params, platform }) => {
  const found = await tenantByCode(platform, params.tenantCode);
  const html = found && (await loadArchivedPage(found.tenant, params.id));
  return html === undefined ? renderPage(unknownLinkPage) : ok(html, { headers: mailPageHeaders });
});
