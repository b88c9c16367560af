// All kinds of reports.

import type { ReportName } from './definition/parameters.ts';
import type { Report } from './definition/report.ts';
import { attendance } from './kinds/attendance.ts';
import { awardProgress } from './kinds/award-progress.ts';
import { boardCredits } from './kinds/board-credits.ts';
import { ceBrokerRoster } from './kinds/ce-broker-roster.ts';
import { classRoster } from './kinds/class-roster.ts';
import { creditsByCourse } from './kinds/credits-by-course.ts';
import { creditsByOrganization } from './kinds/credits-by-organization.ts';
import { creditsByPerson } from './kinds/credits-by-person.ts';
import { expiringCertifications } from './kinds/expiring-certifications.ts';
import { invoiceAgeing } from './kinds/invoice-ageing.ts';
import { journal } from './kinds/journal.ts';
import { nasbaCredits } from './kinds/nasba-credits.ts';
import { revenueByClass } from './kinds/revenue-by-class.ts';

const reports: Readonly<Record<ReportName, Report>> = {
  ClassRoster: classRoster,
  Attendance: attendance,
  CreditsByPerson: creditsByPerson,
  CreditsByCourse: creditsByCourse,
  CreditsByOrganization: creditsByOrganization,
  AwardProgress: awardProgress,
  ExpiringCertifications: expiringCertifications,
  RevenueByClass: revenueByClass,
  Journal: journal,
  InvoiceAgeing: invoiceAgeing,
  CEBrokerRoster: ceBrokerRoster,
  NASBACredits: nasbaCredits,
  BoardCredits: boardCredits,
};

/** All kinds of reports in the order in which they are listed. */
export const allReports: readonly Report[] = Object.values(reports);

/** The report with this name. */
export const reportByName = (name: ReportName): Report => reports[name];
