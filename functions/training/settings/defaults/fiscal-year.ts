// The fiscal year as the interface shows it: the setting, and the year it is now where the tenant is.
import type { TenantItem } from '../../../../shared/auth/records.ts';
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { fiscalYearContaining } from './fiscal-year-days.ts';

/** When fiscal years begin, and the one of this moment. */
export const presentFiscalYear = ({ fiscalYearStart, timeZone }: TenantItem, now: Date) => ({
  fiscalYearStart,
  currentYear: fiscalYearContaining(toLocalDate(timeZone, now), fiscalYearStart),
  timeZone,
});
