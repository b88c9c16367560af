// Reminds of invoices that are not paid when they are due (docs/interface/training.md#due-dates).
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { personById } from '../../../../shared/directory/people/person-store.ts';
import { fromMinorUnits } from '../../../../shared/money/currency.ts';
import type { TimerItem } from '../../../../shared/schedule/timers.ts';
import { daysBetween } from '../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { mayAct } from '../../access/acting-people.ts';
import { queueNotification } from '../../notifications/notification-message.ts';
import { findOrganizationManager } from '../../people/managers/manager.ts';
import { getInvoiceSettings, getOfficeRole, loadTrainingSettings } from '../../training-settings.ts';
import { findInvoice } from '../ledger/store.ts';
import { loadOpenAmount } from './load-open-amount.ts';

/**
 * Runs a timer `invoice-overdue`, subject `<invoiceId>#<days>`: reminds the person, or the manager of the organization of a
 * consolidated invoice; without one, or where the person left, the office. No reminder of an invoice that is paid or credited, nor when a later one is due too.
 */
export async function remindOfOverdueInvoice(
  tenant: TenantStore,
  timer: TimerItem,
  now: Date,
): Promise<readonly Change[]> {
  const [invoiceId = '', daysAfter = ''] = timer.subject.split('#');
  const [owned, settings, trainingSettings] = await Promise.all([
    findInvoice(tenant, invoiceId),
    tenant.get(tenantKey(tenant)),
    loadTrainingSettings(tenant),
  ]);
  const dueDate = owned?.invoice.dueDate;
  if (!owned || !settings || dueDate === undefined) return [];
  const { invoice, personId, organizationId } = owned;
  const today = toLocalDate(settings.timeZone, now);
  const days = Number(daysAfter);
  const daysLate = daysBetween(dueDate, today);
  const { reminderDays = [] } = getInvoiceSettings(trainingSettings);
  if (reminderDays.some((other) => other > days && daysLate >= other)) return [];
  const { open, ifUnchanged } = await loadOpenAmount(tenant, invoice);
  if (open === 0) return [];
  const manager =
    personId === undefined ? await findOrganizationManager(tenant, organizationId, today) : undefined;
  // A person who left gets no notifications, and the invoice stays due.
  const isActive = mayAct(personId === undefined ? undefined : await personById(tenant, personId), today);
  const recipientId = isActive ? personId : manager?.manager.id;
  return [
    // No reminder of what is paid while this runs.
    ...ifUnchanged,
    queueNotification(
      tenant,
      {
        kind: 'invoiceOverdue',
        to:
          recipientId === undefined
            ? { kind: 'role', role: getOfficeRole(trainingSettings.certification) }
            : { kind: 'person', personId: recipientId },
        about: `${invoiceId}#${days}`,
        values: {
          invoiceNumber: invoice.number,
          invoiceDate: invoice.issuedDate,
          dueDate,
          daysLate,
          amountOpen: fromMinorUnits(open, invoice.currency),
          memberName: invoice.recipient.name,
          purchaseOrder: invoice.purchaseOrder ?? '',
        },
        ...(invoice.registrationId !== undefined && {
          link: { type: 'registration' as const, id: invoice.registrationId },
        }),
      },
      now,
    ),
  ];
}
