// POST /api/v1/registration/ClassRegistration/{id}/Payments
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { toEntryAuthor } from '../payments/author.ts';
import { assertNoCardData } from '../payments/card-data.ts';
import { recordEntry } from '../payments/entry-input.ts';
import { presentLedger } from '../payments/present.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import { addRegistrationPayment } from './contract.ts';
import { applyLedger, openLedger } from './record/payment.ts';
import { updateRegistration } from './status-change.ts';
import { replaceRegistration, requireRegistration } from './store.ts';

export const handler = lambda(
  addRegistrationPayment,
  async ({ params, body, tenant, settings, caller, request, ifMatch, now }) => {
    assertNoCardData(request.rawBody);
    const [before, { currency }] = await Promise.all([
      requireRegistration(tenant, params.id),
      loadTrainingSettings(tenant),
    ]);
    if (before.transferredTo !== undefined)
      throw conflict(
        `The registration ${before.confirmationNumber} is transferred, and its payments moved to the registration ${before.transferredTo}.`,
      );
    const opened = openLedger(before.payment, currency, new Date(before.modifiedDate));
    const today = toLocalDate(settings.timeZone, now);
    const { ledger, isNew } = recordEntry(opened, body, toEntryAuthor(caller, now), today);
    if (!isNew) return ok(presentLedger(before.id, ledger), { version: before.version });
    const after = updateRegistration(before, { payment: applyLedger(before.payment, ledger) }, now);
    return write(
      [replaceRegistration(tenant, before, after, ifMatch)],
      ok(presentLedger(after.id, ledger), { version: after.version }),
    );
  },
);
