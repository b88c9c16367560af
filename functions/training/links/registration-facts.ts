// What the pages behind links say of a registration and its class.
import { formatAmount } from '../../../shared/money/currency.ts';
import { renderFacts } from '../../../shared/pages/page.ts';
import type { ClassItem } from '../classes/record/class.ts';
import { formatClassPlace } from '../classes/record/class-place.ts';
import { classById } from '../classes/record/store.ts';
import { getAmountOwed, readPayment } from '../registrations/record/payment.ts';
import { type RegistrationItem, registrationById } from '../registrations/record/registration.ts';
import { formatMoment } from '../time/format-moment.ts';
import { defaultTrainingSettings, trainingSettingsKey } from '../training-settings.ts';
import type { OpenLink } from './open-link.ts';

/** A registration with its class, and the currency of its amounts. */
export interface LinkedRegistration {
  readonly registration: RegistrationItem;
  /** Absent where it was removed. */
  readonly item: ClassItem | undefined;
  readonly currency: string;
}

/** The registration of a link. Two round trips. */
export async function loadLinkedRegistration({
  tenant,
  claims,
}: OpenLink): Promise<LinkedRegistration | undefined> {
  const registration = await registrationById(tenant, claims.recordId, { consistent: true });
  if (!registration) return undefined;
  const [item, training] = await Promise.all([
    classById(tenant, registration.classId),
    tenant.get(trainingSettingsKey(tenant)),
  ]);
  const { currency } = training ?? defaultTrainingSettings;
  return { registration, item, currency: registration.payment.ledger?.currency ?? currency };
}

type Fact = readonly [label: string, value: string | undefined];

/** When and where the class is. */
function listClassFacts({ registration, item }: LinkedRegistration, timeZone: string): Fact[] {
  const zone = item?.timeZone ?? timeZone;
  return [
    ['Class', item?.sectionName ?? registration.sectionName],
    ['Begins', formatMoment(item?.startsAt ?? registration.classStartsAt, zone)],
    ['Ends', item && formatMoment(item.endsAt, zone)],
    ['Place', item && formatClassPlace(item)],
  ];
}

/** What is still to be paid. */
function formatAmountDue({ registration, currency }: LinkedRegistration): string | undefined {
  const owed = getAmountOwed(readPayment(registration));
  return owed > 0 ? formatAmount(owed, currency, 'symbol') : undefined;
}

/** The facts of a registration as markup, with others before and after. */
export const renderRegistrationFacts = (
  linked: LinkedRegistration,
  timeZone: string,
  { first = [], last = [] }: { readonly first?: readonly Fact[]; readonly last?: readonly Fact[] } = {},
): string =>
  renderFacts([
    ['Member', linked.registration.memberName],
    ...first,
    ...listClassFacts(linked, timeZone),
    ['Amount due', formatAmountDue(linked)],
    ...last,
    ['Confirmation no.', linked.registration.confirmationNumber],
  ]);

/** Whether the registration is that of the person who has the link. */
export const isOwnRegistration = (
  { person }: OpenLink,
  { registration }: Pick<LinkedRegistration, 'registration'>,
): boolean => registration.memberId === person.id;
