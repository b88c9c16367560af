// POST /api/v1/Unsubscribe/{tenantCode}/{token}

import { write } from '../../../../../shared/http/reply.ts';
import { getBrand } from '../../../../../shared/pages/brand.ts';
import { renderPage, unknownLinkPage } from '../../../../../shared/pages/page.ts';
import { pageLambda } from '../../../../../shared/pages/page-lambda.ts';
import { tenantTime } from '../../../../../shared/schedule/tenant-clock.ts';
import { unsubscribeFromMail } from './contract.ts';
import { leave, noteUnsubscription, saveChoices } from './decide.ts';
import { findRecipient } from './find-recipient.ts';
import { describeUnsubscription, hasLeft, listsToLeave } from './unsubscription.ts';

export const handler = pageLambda(unsubscribeFromMail, async ({ params, platform, receivedAt }) => {
  const found = await findRecipient(platform, params.tenantCode, params.token, 'unsubscribe');
  if (!found) return renderPage(unknownLinkPage);
  const done = renderPage(await describeUnsubscription(found, true), getBrand(found.settings));
  if (hasLeft(found)) return done;
  const date = tenantTime(found.settings, receivedAt).toISOString();
  const decision = { date, by: 'one-click', broadcastId: found.broadcast.id } as const;
  return write(
    [...saveChoices(found, leave(listsToLeave(found), decision)), ...noteUnsubscription(found, date)],
    done,
  );
});
