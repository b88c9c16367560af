// What documents say of a registration, be it for a class or for an award.
import { type Change, check, ifVersion } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import type { Ledger } from '../../payments/ledger.ts';
import type { Price } from '../../prices/price.ts';
import { deriveRecordNumber } from '../../record-numbers.ts';
import {
  type AwardRegistrationItem,
  awardRegistrationKey,
} from '../../records/training-record/certification.ts';
import { type RegistrationItem, registrationKey } from '../../registrations/record/registration.ts';
import type { InvoiceItem, RegistrationKind } from './invoice.ts';

/** A registration with its ledger. */
export interface BilledRegistration {
  readonly kind: RegistrationKind;
  readonly id: string;
  /** The registration with which its documents are stored: itself, or the first one whose ledger it continues. */
  readonly documentsOf: string;
  readonly confirmationNumber: string;
  readonly personId: string;
  readonly personName: string;
  readonly organizationName?: string | undefined;
  /** What it is for, in words. */
  readonly subject: string;
  readonly price?: Price | undefined;
  readonly ledger: Ledger;
  /** Holds while the registration is as it was read: a payment or a cancellation would make a document wrong. */
  readonly ifUnchanged: Change;
}

/**
 * The class and its day where it takes place, because an invoice says when it was for.
 *
 * @param item the class as it is now; undefined once it is deleted
 * @param timeZone that of the tenant, for the day of a class that is deleted
 */
export function billClassRegistration(
  tenant: TenantStore,
  registration: RegistrationItem,
  item: ClassItem | undefined,
  ledger: Ledger,
  timeZone: string,
): BilledRegistration {
  const { id, confirmationNumber, memberId, memberName, organizationName, price, version } = registration;
  const startsAt = new Date(item?.startsAt ?? registration.classStartsAt);
  const day = toLocalDate(item?.timeZone ?? timeZone, startsAt);
  const name = item?.sectionName ?? registration.sectionName;
  return {
    kind: 'class',
    ...{ id, documentsOf: id, confirmationNumber, personId: memberId, personName: memberName },
    ...{ organizationName, subject: `${name} (${day})`, price, ledger },
    ifUnchanged: check(registrationKey(tenant, id), ifVersion(version), 'retry'),
  };
}

/** A registration for an award has no number that people read aloud, so its documents derive one from its id. */
export function billAwardRegistration(
  tenant: TenantStore,
  { id, ledgerOf = id, personId, personName, awardId, awardName, price, version }: AwardRegistrationItem,
  ledger: Ledger,
): BilledRegistration {
  return {
    kind: 'award',
    ...{ id, documentsOf: ledgerOf, confirmationNumber: deriveRecordNumber(id, 'certificate') },
    ...{ personId, personName, subject: awardName, price, ledger },
    ifUnchanged: check(awardRegistrationKey(tenant, personId, awardId), ifVersion(version), 'retry'),
  };
}

type RegistrationReference = Pick<InvoiceItem, 'registrationId' | 'awardRegistrationId'>;

/** How documents name their registration. */
export const nameRegistration = ({
  kind,
  id,
}: Pick<BilledRegistration, 'kind' | 'id'>): RegistrationReference =>
  kind === 'class' ? { registrationId: id } : { awardRegistrationId: id };

export const presentRegistration = ({ registrationId, awardRegistrationId }: RegistrationReference) => ({
  registrationKind: awardRegistrationId === undefined ? ('class' as const) : ('award' as const),
  registrationId: registrationId ?? awardRegistrationId ?? '',
});
