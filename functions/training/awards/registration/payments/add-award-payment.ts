// POST /api/v1/AwardsRegistration/{id}/Payments

import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { billAwardRegistration } from '../../../invoices/ledger/billed-registration.ts';
import { issueReceipt } from '../../../invoices/ledger/receipt.ts';
import { toEntryAuthor } from '../../../payments/author.ts';
import { assertNoCardData } from '../../../payments/card-data.ts';
import { recordEntry } from '../../../payments/entry-input.ts';
import { presentLedger } from '../../../payments/present.ts';
import { openAwardLedger } from '../../../records/training-record/award-ledger.ts';
import { loadTrainingSettings } from '../../../training-settings.ts';

import { buildAwardRegistrationChanges, requireAwardRegistration } from '../store.ts';
import { addAwardPayment } from './contract.ts';

export const handler = lambda(addAwardPayment, async (context) => {
  const { params, body, tenant, settings, caller, request, ifMatch, now } = context;
  assertNoCardData(request.rawBody);
  const [before, trainingSettings] = await Promise.all([
    requireAwardRegistration(tenant, params.id),
    loadTrainingSettings(tenant),
  ]);
  const today = toLocalDate(settings.timeZone, now);
  const opened = openAwardLedger(before, trainingSettings.currency);
  const recorded = recordEntry(opened, body, toEntryAuthor(caller, now), today);
  if (!recorded.isNew) return ok(presentLedger(before.id, recorded.ledger), { version: before.version });
  const billed = billAwardRegistration(tenant, before, recorded.ledger);
  const { ledger, changes } = await issueReceipt(context, billed, trainingSettings, opened);
  const after = {
    ...before,
    ledger,
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
  return write(
    [...buildAwardRegistrationChanges(tenant, before, after, ifMatch), ...changes],
    ok(presentLedger(after.id, ledger), { version: after.version }),
  );
});
