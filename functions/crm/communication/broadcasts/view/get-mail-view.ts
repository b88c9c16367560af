// GET /api/v1/MailViews/{tenantCode}/{token}

import { listEmails } from '../../../../../shared/directory/people/person.ts';
import { peopleById } from '../../../../../shared/directory/people/person-store.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { RenderFault } from '../../message-templates/render-fault.ts';
import { buildLinks } from '../links/build-links.ts';
import { findLinkOwner, type LinkOwner } from '../links/find-recipient.ts';
import { createMailRenderer } from '../run/render-mail.ts';
import { getMailView } from './contract.ts';
import { mailPageHeaders } from './mail-page-headers.ts';

/** Its address is a secret, which no search engine lists. */
const headers = { ...mailPageHeaders, 'X-Robots-Tag': 'noindex' } as const;

/** The HTML of the mail; undefined where it can't be shown any more. */
async function renderView({
  tenant,
  settings,
  broadcast,
  personId,
  recipient,
}: LinkOwner): Promise<string | undefined> {
  const [person] = await peopleById(tenant, [personId]);
  const sentDate = recipient?.sentDate ?? recipient?.deliveredDate;
  // The invitation of a campaign has a page of its own, on which its letters are written.
  if (!person || sentDate === undefined || broadcast.campaignId !== undefined) return undefined;
  const sent = new Date(sentDate);
  const render = await createMailRenderer({ tenant, settings, item: broadcast }, sent);
  try {
    const { html } = await render({
      ...{ person, email: listEmails(person)[0]?.value ?? '' },
      ...{ links: buildLinks(tenant, broadcast, personId), today: toLocalDate(settings.timeZone, sent) },
    });
    return html;
  } catch (error) {
    if (error instanceof RenderFault) return undefined;
    throw error;
  }
}

export const handler = pageLambda(getMailView, async ({ params, platform }) => {
  const found = await findLinkOwner(platform, params.tenantCode, params.token, 'view');
  const html = found && (await renderView(found));
  return html === undefined ? renderPage(unknownLinkPage) : ok(html, { headers });
});
