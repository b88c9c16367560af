// Loads what is open of an invoice: of its registration, or of each registration of a consolidated one.
import { type Change, check, ifVersion } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Ledger } from '../../payments/ledger.ts';
import { openAwardLedger } from '../../records/training-record/award-ledger.ts';
import {
  awardRegistrationKey,
  awardRegistrationPointerKey,
} from '../../records/training-record/certification.ts';
import { openLedger } from '../../registrations/record/payment.ts';
import {
  type RegistrationItem,
  registrationKey,
  registrationsById,
} from '../../registrations/record/registration.ts';
import type { InvoiceItem } from '../ledger/invoice.ts';
import { invoicesOfRegistration } from '../ledger/store.ts';
import { listOpenAmounts } from './open-amounts.ts';

/** The ledger of the registration of a document, and with which registration its documents are stored. */
interface DocumentLedger {
  readonly ledger: Ledger;
  readonly documentsOf: string;
  /** Holds while the registration is as it was read. */
  readonly ifUnchanged: Change;
}

/** Of a registration for a class, its own ledger: what was moved away with its seat is charged there no longer. */
const openClassLedger = (
  tenant: TenantStore,
  registration: RegistrationItem | undefined,
  currency: string,
): DocumentLedger | undefined =>
  registration && {
    ledger: openLedger(registration, currency),
    documentsOf: registration.id,
    ifUnchanged: check(registrationKey(tenant, registration.id), ifVersion(registration.version), 'retry'),
  };

/** Of a registration for an award, the ledger of the latest one of its person, which continues that of earlier ones. */
async function loadAwardLedger(
  tenant: TenantStore,
  id: string,
  currency: string,
): Promise<DocumentLedger | undefined> {
  const pointer = await tenant.get(awardRegistrationPointerKey(tenant, id));
  const registration =
    pointer && (await tenant.get(awardRegistrationKey(tenant, pointer.personId, pointer.awardId)));
  return (
    registration && {
      ledger: openAwardLedger(registration, currency),
      documentsOf: registration.ledgerOf ?? registration.id,
      ifUnchanged: check(
        awardRegistrationKey(tenant, registration.personId, registration.awardId),
        ifVersion(registration.version),
        'retry',
      ),
    }
  );
}

/** What is open of the invoice of a registration, with its ledger if that is in the currency of the invoice. */
interface OpenOfRegistration extends Partial<Pick<DocumentLedger, 'ledger' | 'ifUnchanged'>> {
  readonly open: number;
}

/** What is open of an invoice by the ledger that it is of, in minor units. One query. */
async function loadOpenOfLedger(
  tenant: TenantStore,
  { id, currency }: InvoiceReference,
  found: DocumentLedger | undefined,
): Promise<OpenOfRegistration> {
  if (found?.ledger.currency !== currency) return { open: 0 };
  const documents = await invoicesOfRegistration(tenant, found.documentsOf, { consistent: true });
  const inCurrency = documents.filter((document) => document.currency === currency);
  const open = listOpenAmounts(found.ledger, inCurrency).find(({ invoice }) => invoice.id === id)?.open ?? 0;
  return { open, ledger: found.ledger, ifUnchanged: found.ifUnchanged };
}

type InvoiceReference = Pick<InvoiceItem, 'id' | 'currency' | 'registrationId' | 'awardRegistrationId'>;

/** The parts of an invoice: itself, or of a consolidated one that of each registration. */
const listReferences = (invoice: InvoiceItem): readonly InvoiceReference[] =>
  invoice.registrations?.map(({ registrationId }) => ({ ...invoice, registrationId })) ?? [invoice];

/**
 * What is open of an invoice, for each registration that owes a part of it. Registrations for classes are read at once, and their
 * documents with one query for each.
 */
export async function loadOpenParts(
  tenant: TenantStore,
  invoice: InvoiceItem,
): Promise<readonly (OpenOfRegistration & { readonly registrationId: string })[]> {
  const references = listReferences(invoice);
  const { currency, awardRegistrationId } = invoice;
  const ledgers =
    awardRegistrationId === undefined
      ? (
          await registrationsById(
            tenant,
            references.map(({ registrationId = '' }) => registrationId),
            { consistent: true },
          )
        ).map((registration) => openClassLedger(tenant, registration, currency))
      : [await loadAwardLedger(tenant, awardRegistrationId, currency)];
  return Promise.all(
    references.map(async (reference, index) => ({
      registrationId: reference.registrationId ?? '',
      ...(await loadOpenOfLedger(tenant, reference, ledgers[index])),
    })),
  );
}

/** What is open of an invoice, in minor units, and the registrations that owe it. */
export async function loadOpenAmount(
  tenant: TenantStore,
  invoice: InvoiceItem,
): Promise<{ readonly open: number; readonly ifUnchanged: readonly Change[] }> {
  const found = await loadOpenParts(tenant, invoice);
  return {
    open: found.reduce((sum, { open }) => sum + open, 0),
    ifUnchanged: found.flatMap(({ open, ifUnchanged }) => (open > 0 && ifUnchanged ? [ifUnchanged] : [])),
  };
}
