// POST /api/v1/AwardsRegistration/{id}/Payments
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toEntryAuthor } from '../../payments/author.ts';
import { assertNoCardData } from '../../payments/card-data.ts';
import { recordEntry } from '../../payments/entry-input.ts';
import { emptyLedger } from '../../payments/ledger.ts';
import { presentLedger } from '../../payments/present.ts';
import { loadTrainingSettings } from '../../training-settings.ts';
import { addAwardPayment } from './contract.ts';
import { buildAwardRegistrationChanges, requireAwardRegistration } from './store.ts';

export const handler = lambda(
  addAwardPayment,
  async ({ params, body, tenant, settings, caller, request, ifMatch, now }) => {
    assertNoCardData(request.rawBody);
    const [before, { currency }] = await Promise.all([
      requireAwardRegistration(tenant, params.id),
      loadTrainingSettings(tenant),
    ]);
    const today = toLocalDate(settings.timeZone, now);
    const opened = before.ledger ?? emptyLedger(currency);
    const { ledger, isNew } = recordEntry(opened, body, toEntryAuthor(caller, now), today);
    if (!isNew) return ok(presentLedger(before.id, ledger), { version: before.version });
    const after = {
      ...before,
      ledger,
      version: before.version + 1,
      modifiedDate: now.toISOString(),
    };
    return write(
      buildAwardRegistrationChanges(tenant, before, after, ifMatch),
      ok(presentLedger(after.id, ledger), { version: after.version }),
    );
  },
);
