// GET /api/v1/MailArchive/{tenantCode}
import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import { areaUrl } from '../../../../../shared/http/area-url.ts';
import { getBrand } from '../../../../../shared/pages/brand.ts';
import { escapeHtml } from '../../../../../shared/pages/escape-html.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { buildArchiveUrl } from '../present.ts';
import { listArchived } from './archived-mail.ts';
import { getMailArchivePage } from './contract.ts';

export const handler = pageLambda(getMailArchivePage, async ({ params, platform }) => {
  const found = await tenantByCode(platform, params.tenantCode);
  if (!found) return renderPage(unknownLinkPage);
  const { tenant, settings } = found;
  const entries = (await listArchived(tenant)).map(({ id, title, sentDate }) => {
    const day = toLocalDate(settings.timeZone, new Date(sentDate));
    return `<li><a href="${escapeHtml(buildArchiveUrl(tenant.code, id))}" dir="auto">${escapeHtml(title)}</a><small>${day}</small></li>`;
  });
  return renderPage(
    {
      title: 'Mails to members and friends',
      text:
        entries.length === 0
          ? 'There is no mail here yet.'
          : 'To unsubscribe, use the link at the end of a mail that you received.',
      ...(entries.length > 0 && { details: `<ul>${entries.join('')}</ul>` }),
      link: { text: 'Sign up', url: areaUrl('crm', `/api/v1/SignUps/${tenant.code}`) },
    },
    getBrand(settings),
  );
});
