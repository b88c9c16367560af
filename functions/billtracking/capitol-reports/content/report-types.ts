// The six types of capitol reports and their codes (docs/interface/billtracking.md#report-types).

export const reportTypes = [
  { code: 1, label: 'Summary' },
  { code: 2, label: 'Detailed' },
  { code: 3, label: 'Executive' },
  { code: 4, label: 'Weekly' },
  { code: 5, label: 'Monthly' },
  { code: 6, label: 'End of Session' },
] as const;

export type ReportType = (typeof reportTypes)[number]['code'];

/** The codes with their labels, for messages. */
export const reportTypeList = reportTypes.map(({ code, label }) => `${code} (${label})`).join(', ');

/** The type with this code. */
export const findReportType = (code: number): ReportType | undefined =>
  reportTypes.find((type) => type.code === code)?.code;

/** The label of a type. */
export const getReportTypeLabel = (code: ReportType): string =>
  reportTypes.find((type) => type.code === code)?.label ?? '';
