// Presents the fiscal year: the setting and the current year.
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { fiscalYearContaining } from '../../time/fiscal-year-days.ts';

/** Presents the start of the fiscal year and the current fiscal year in the tenant's time zone. */
export const presentFiscalYear = ({ fiscalYearStart, timeZone }: TenantItem, now: Date) => ({
  fiscalYearStart,
  currentYear: fiscalYearContaining(toLocalDate(timeZone, now), fiscalYearStart),
  timeZone,
});
