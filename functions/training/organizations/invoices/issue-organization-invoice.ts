// POST /api/v1/Organizations/{id}/Invoices
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict, invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { classesById } from '../../classes/record/store.ts';
import { computeDueDate, formatNumber } from '../../invoices/issue.ts';
import { buildConsolidated, listParts } from '../../invoices/ledger/consolidated.ts';
import { setOverdueTimers } from '../../invoices/ledger/overdue-timers.ts';
import {
  countInvoice,
  getNextNumber,
  insertConsolidated,
  loadNumberSequence,
} from '../../invoices/ledger/store.ts';
import { presentInvoice } from '../../invoices/presentation/present.ts';
import {
  type RegistrationItem,
  registrationListing,
  registrationsById,
} from '../../registrations/record/registration.ts';
import { getInvoiceSettings, loadTrainingSettings } from '../../training-settings.ts';
import { requireOrganization } from '../organization.ts';
import { issueOrganizationInvoice } from './contract.ts';

/** The registrations with these ids. @throws Failure 400 with each one that is unknown or not of the organization */
async function loadNamed(
  tenant: TenantStore,
  organizationId: string,
  ids: readonly string[],
): Promise<RegistrationItem[]> {
  const found = await registrationsById(tenant, ids, { consistent: true });
  throwIfInvalid(
    ids.flatMap((id, index) => {
      const target = `registrationIds[${index}]`;
      const registration = found[index];
      if (!registration) return [unknownId('registration', id, target)];
      if (registration.organizationId === organizationId) return [];
      const message = `The registration ${registration.confirmationNumber} is not of this organization; invoice it by itself.`;
      return [{ code: 'NOT_ALLOWED' as const, message, target }];
    }),
  );
  return found.filter((registration) => registration !== undefined);
}

/** The registrations for a class. @throws Failure 400 */
async function loadOfClass(
  tenant: TenantStore,
  organizationId: string,
  classId: string,
): Promise<RegistrationItem[]> {
  const [item] = await classesById(tenant, [classId]);
  if (!item) throw invalid([unknownId('class', classId, 'classId')]);
  const all = await tenant.queryAll(registrationListing(tenant, classId));
  return all.filter((registration) => registration.organizationId === organizationId);
}

export const handler = lambda(issueOrganizationInvoice, async (context) => {
  const { tenant, params, body, settings, now, newId, url } = context;
  const { classId, registrationIds } = body;
  if (Boolean(classId) === Boolean(registrationIds))
    throw invalid([
      {
        code: 'REQUIRED_FIELD',
        message: 'Send either classId or registrationIds, to say what to invoice.',
        target: 'classId',
      },
    ]);
  const [organization, trainingSettings, registrations] = await Promise.all([
    requireOrganization(tenant, params.id),
    loadTrainingSettings(tenant),
    classId
      ? loadOfClass(tenant, params.id, classId)
      : loadNamed(tenant, params.id, [...new Set(registrationIds)]),
  ]);
  const classes = await classesById(tenant, [...new Set(registrations.map((each) => each.classId))]);
  const { currency } = trainingSettings;
  const parts = await listParts(
    {
      tenant,
      currency,
      timeZone: settings.timeZone,
      classes: new Map(classes.map((item) => [item.id, item])),
    },
    registrations,
  );
  if (parts.length === 0)
    throw conflict(`Nothing is charged and not invoiced for these registrations of ${organization.name}.`);
  const invoiceSettings = getInvoiceSettings(trainingSettings);
  const issuedDate = toLocalDate(settings.timeZone, now);
  const listed = { id: newId(), issuedDate, createdDate: now.toISOString() };
  const sequence = await loadNumberSequence(tenant, 'invoice');
  const head = {
    ...listed,
    number: formatNumber(invoiceSettings.invoicePrefix, getNextNumber(sequence)),
    dueDate: computeDueDate(invoiceSettings, issuedDate),
    purchaseOrder: body.purchaseOrder || undefined,
    currency,
  };
  const { item, parts: items } = buildConsolidated(parts, head, organization, invoiceSettings, settings.name);
  const view = presentInvoice(item);
  const { number, kind, total } = view;
  const after = { number, kind, total, currency, registrations: parts.length };
  const change = { recordType: 'Invoice', recordId: view.id, after } as const;
  return write(
    [
      ...insertConsolidated(tenant, item, items, sequence, invoiceSettings.invoicePrefix),
      ...(await countInvoice(tenant, listed)),
      ...setOverdueTimers(tenant, item, invoiceSettings, settings.timeZone, now),
      auditRecordChange(tenant, change, context),
    ],
    created(view, url(`/api/v1/Invoices/${view.id}`)),
  );
});
