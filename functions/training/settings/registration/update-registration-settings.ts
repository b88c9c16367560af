// PUT /api/v1/Settings/Registration
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { awardsByName } from '../../awards/store.ts';
import { classesByStart } from '../../classes/record/store.ts';
import { validateTerms } from '../../prices/cancellation-terms.ts';
import { loadCurrentSettings, writeSettings } from '../store.ts';
import { updateRegistrationSettings } from './contract.ts';
import { applyRegistrationInput, presentRegistrationSettings } from './registration-settings.ts';

/** Whether there are classes, or awards with a price. One read, and one that grows with the awards, where there is no class. */
async function hasAmounts(tenant: TenantStore): Promise<boolean> {
  if ((await classesByStart(tenant).total()) > 0) return true;
  const awards = await tenant.queryAll(awardsByName(tenant).listing);
  return awards.some(({ price }) => (price ?? 0) > 0);
}

export const handler = lambda(updateRegistrationSettings, async (context) => {
  const { tenant, body } = context;
  const before = await loadCurrentSettings(tenant);
  throwIfInvalid(validateTerms(body.cancellation, body.currency ?? before.currency, 'cancellation'));
  const after = applyRegistrationInput(before, body, context.now);
  if (after.currency !== before.currency) {
    if (await hasAmounts(tenant))
      throw conflict(
        `The currency can't be changed from ${before.currency}: there are classes with fees, or awards with prices, in it.`,
        'currency',
      );
    throwIfInvalid(validateTerms(after.registration.cancellation, after.currency, 'cancellation'));
  }
  return writeSettings(context, {
    setting: 'Registration',
    before,
    after,
    present: presentRegistrationSettings,
  });
});
