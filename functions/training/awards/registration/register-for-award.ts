// POST /api/v1/AwardsRegistration

import { displayName } from '../../../../shared/directory/people/person.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../../shared/money/currency.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertCallerMayAct, assertPersonMayTakePart, loadCallerPerson } from '../../access/acting-people.ts';
import { loadTriedDiscount } from '../../discount-codes/attempts.ts';
import { applyDiscount, redeemDiscount } from '../../discount-codes/redemption.ts';
import { buildExperienceDeclaration } from '../../experience/experience.ts';
import { toEntryAuthor } from '../../payments/author.ts';
import { deriveBalance } from '../../payments/ledger.ts';
import {
  assertMayRegister,
  assertMayRegisterAsManager,
} from '../../people/managers/registration-permission.ts';
import { buildPrice } from '../../prices/price.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import { listMissingPrerequisites } from '../../records/training-record/prerequisites.ts';
import { findTaxRate, getOfficeRole, loadTrainingSettings } from '../../training-settings.ts';
import { awardById } from '../record/award-record.ts';
import {
  assertEligible,
  assertNotRegistered,
  buildAwardRegistration,
  presentAwardRegistration,
} from './award-registration.ts';
import { setAwardTimer } from './award-timer.ts';
import { registerForAward } from './contract.ts';
import { notifyAwardRegistration } from './notification-messages.ts';
import { buildAwardRegistrationChanges } from './store.ts';

export const handler = lambda(registerForAward, async (ctx) => {
  const { body, tenant, settings, caller, now, newId, url } = ctx;
  const { awardId, memberId, registrationType } = body;
  const overrideRules = body.overrideRules === true;
  assertMayRegister(caller, { registrationType, memberId, overrideRules });
  const [award, member, record, trainingSettings, discount, registrar] = await Promise.all([
    awardById(tenant, awardId, { consistent: true }),
    personById(tenant, memberId),
    loadPersonRecord(tenant, memberId, { consistent: true }),
    loadTrainingSettings(tenant),
    body.discountCode ? loadTriedDiscount(ctx, body.discountCode, memberId) : undefined,
    registrationType === 'Admin' ? loadCallerPerson(ctx) : undefined,
  ]);
  const { currency, unmetExperience, certification } = trainingSettings;
  if (!award || !member) {
    throwIfInvalid([
      ...(award ? [] : [unknownId('award', awardId, 'awardId')]),
      ...(member ? [] : [unknownId('person', memberId, 'memberId')]),
    ]);
    throw new Error('Every id is known');
  }
  if (registrationType === 'Manager') await assertMayRegisterAsManager(ctx, member);
  if (registrationType === 'Admin') assertCallerMayAct(ctx, registrar);
  const today = toLocalDate(settings.timeZone, now);
  assertPersonMayTakePart(member, today, 'memberId');
  assertNotRegistered(award, record, today);
  const experience = {
    required: award.prerequisites.filter(({ type }) => type === 'Experience'),
    isBlocked: unmetExperience === 'block',
    isDeclared: Boolean(body.experienceDeclaration),
  };
  assertEligible(award, record, { registrationType, overrideRules, today, experience });
  const waived = overrideRules ? listMissingPrerequisites(award.prerequisites, record, today) : [];
  const fee = toMinorUnits(award.price ?? 0, currency);
  const redeemed = discount && applyDiscount(discount, { awardId, currency, today, fee });
  const price = buildPrice(fee, currency, redeemed, findTaxRate(trainingSettings, undefined));
  const before = record.awardRegistrations.find((known) => known.awardId === awardId);
  const registration = buildAwardRegistration(
    { ...award, price: fromMinorUnits(price.total, currency) },
    {
      price,
      id: newId(),
      personId: memberId,
      personName: displayName(member),
      registrationType,
      justification: body.justification || undefined,
      experienceDeclaration: buildExperienceDeclaration(
        body.experienceDeclaration,
        experience.required,
        toEntryAuthor(caller, now),
      ),
      registeredBy: caller.subject,
      registeredDate: today,
      ...(waived.length > 0 && { waivedPrerequisiteIds: waived.map(({ id }) => id) }),
    },
    award.requiresApproval ? 'PendingApproval' : 'Active',
    before,
    now,
    currency,
  );
  const due = (registration.ledger && deriveBalance(registration.ledger).owed) || 0;
  const owed = due > 0 ? ` ${formatAmount(fromMinorUnits(due, currency), currency, 'symbol')} is due.` : '';
  const message = award.requiresApproval
    ? `The registration for ${award.name} awaits approval. Credits earned from ${today} will count; courses count whenever they were completed.${owed}`
    : `${displayName(member)} is registered for ${award.name}. Credits earned from ${today} count; courses count whenever they were completed.${owed}`;
  return write(
    [
      ...buildAwardRegistrationChanges(tenant, before, registration),
      ...(discount?.item ? redeemDiscount(tenant, memberId, discount.item, discount.onTheirWay) : []),
      ...notifyAwardRegistration(tenant, undefined, registration, getOfficeRole(certification), now),
      // Courses that were completed before may be all that is needed.
      ...(award.awardsAutomatically && registration.status === 'Active'
        ? [setAwardTimer(tenant, registration, now)]
        : []),
    ],
    created(
      { ...presentAwardRegistration(registration), message },
      url(`/api/v1/AwardsRegistration/${registration.id}`),
      { version: registration.version },
    ),
  );
});
