// All kinds of reports. Each is loaded when it is needed: a function that makes reports starts without what they read.

import { type ReportName, reportNames } from './definition/parameters.ts';
import type { Report } from './definition/report.ts';

const reports: Readonly<Record<ReportName, () => Promise<Report>>> = {
  ClassRoster: async () => (await import('./kinds/class-roster.ts')).classRoster,
  Attendance: async () => (await import('./kinds/attendance.ts')).attendance,
  CreditsByPerson: async () => (await import('./kinds/credits-by-person.ts')).creditsByPerson,
  CreditsByCourse: async () => (await import('./kinds/credits-by-course.ts')).creditsByCourse,
  CreditsByOrganization: async () =>
    (await import('./kinds/credits-by-organization.ts')).creditsByOrganization,
  AwardProgress: async () => (await import('./kinds/award-progress.ts')).awardProgress,
  ExpiringCertifications: async () =>
    (await import('./kinds/expiring-certifications.ts')).expiringCertifications,
  RevenueByClass: async () => (await import('./kinds/revenue-by-class.ts')).revenueByClass,
  Journal: async () => (await import('./kinds/journal.ts')).journal,
  InvoiceAgeing: async () => (await import('./kinds/invoice-ageing.ts')).invoiceAgeing,
  CEBrokerRoster: async () => (await import('./kinds/ce-broker-roster.ts')).ceBrokerRoster,
  NASBACredits: async () => (await import('./kinds/nasba-credits.ts')).nasbaCredits,
  BoardCredits: async () => (await import('./kinds/board-credits.ts')).boardCredits,
};

/** The report with this name. */
export const loadReport = (name: ReportName): Promise<Report> => reports[name]();

/** All kinds of reports in the order in which they are listed. */
export const loadReports = (): Promise<readonly Report[]> => Promise.all(reportNames.map(loadReport));
