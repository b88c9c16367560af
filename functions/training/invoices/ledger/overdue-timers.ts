// When it is reminded of an invoice that is not paid (docs/interface/training.md#due-dates).
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { getReminderTime } from '../../time/reminder-time.ts';
import type { InvoiceSettings } from '../../training-settings.ts';
import type { InvoiceItem } from './invoice.ts';

/** Sets the timers of the reminders of a new invoice. */
export const setOverdueTimers = (
  tenant: TenantStore,
  { id, kind, dueDate }: Pick<InvoiceItem, 'id' | 'kind' | 'dueDate'>,
  { reminderDays = [] }: InvoiceSettings,
  timeZone: string,
  now: Date,
): Change[] =>
  kind === 'creditNote' || dueDate === undefined
    ? []
    : reminderDays
        .map((days) => ({
          kind: 'invoice-overdue',
          subject: `${id}#${days}`,
          dueAt: getReminderTime(addDays(dueDate, days), timeZone),
        }))
        .filter(({ dueAt }) => dueAt > now)
        .map((timer) => setTimer(tenant, timer));
