// POST /api/1.0/Advocacy/ChampaignTemplate/{id}/preview

import { findOfficial, listCommitteeOfficials, presentOfficial } from '../../../shared/advocacy/officials.ts';
import { findRepresentatives } from '../../../shared/advocacy/representatives.ts';
import { showEmail } from '../../../shared/auth/access/email-visibility.ts';
import { peopleById } from '../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { billById } from '../bills/record/store.ts';
import { successReply } from '../envelopes.ts';
import { unknownValue } from '../unknown-value.ts';
import { previewCampaignTemplate } from './contract.ts';
import { buildPreview } from './preview.ts';
import { requireTemplate } from './store.ts';

/** Where the text of a mail has an address that the caller may not see. */
const hiddenEmail = '(hidden)';

export const handler = lambda(
  previewCampaignTemplate,
  async ({ params, body, tenant, settings, caller, now }) => {
    const today = toLocalDate(settings.timeZone, now);
    const template = await requireTemplate(tenant, params.id);
    const { audience, billIds } = template;
    const senderId = caller.kind === 'anonymous' ? undefined : caller.personId;
    const ids = [body.personId, body.officialId ?? body.personId, senderId ?? body.personId];
    const billId = body.billId ? String(body.billId) : billIds[0];
    const [[recipient, named, sender], bill, members] = await Promise.all([
      peopleById(tenant, ids),
      billId === undefined ? undefined : billById(tenant, billId),
      audience.kind === 'committeeConstituents'
        ? listCommitteeOfficials(tenant, audience.committeeId, today)
        : [],
    ]);
    const chosen = body.officialId && named ? findOfficial(named, today) : undefined;
    throwIfInvalid([
      ...(body.billId && !billIds.includes(String(body.billId))
        ? [
            unknownValue(
              'billId',
              `billId must be one of the linked bills (${billIds.join(', ') || 'none'}).`,
            ),
          ]
        : []),
      ...(recipient ? [] : [unknownValue('personId', `There is no person with the id ${body.personId}.`)]),
      ...(body.officialId && !chosen
        ? [unknownValue('officialId', `There is no official with the id ${body.officialId}.`)]
        : []),
    ]);
    if (!recipient) throw new Error('A missing recipient was not reported');
    const officials =
      audience.kind === 'committeeConstituents' ? findRepresentatives(recipient, members, audience) : [];
    const to = showEmail({ caller, settings }, recipient.id, recipient.email);
    const preview = buildPreview(template, {
      recipient: to === '' ? { ...recipient, email: hiddenEmail } : recipient,
      official: chosen ?? officials[0],
      bill,
      sender: senderId === undefined ? undefined : sender,
      association: settings.name,
    });
    return successReply(
      { ...preview, personId: recipient.id, to, officials: officials.map(presentOfficial) },
      preview.missing.length === 0
        ? `${template.name} as one recipient gets it`
        : `No value for this recipient is known of: ${preview.missing.join(', ')}.`,
    );
  },
);
