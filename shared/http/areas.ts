// The four areas of the interface: letters, titles and summaries.
export const areas = {
  training: {
    letter: 'A',
    title: 'Training and accreditation',
    summary: 'Awards, classes, courses, registration, credits.',
  },
  crm: { letter: 'B', title: 'Relationships (CRM)', summary: 'People, organizations, committees, advocacy.' },
  identity: { letter: 'C', title: 'Identity', summary: 'Sign-in, tokens, and their administration.' },
  billtracking: {
    letter: 'D',
    title: 'Bill tracking',
    summary: 'Legislative reference data, activity, calendar, campaigns, reports.',
  },
} as const;

/** The name of an area; also its folder under functions/ and its base path on the local platform. */
export type Area = keyof typeof areas;

export const areaNames = Object.keys(areas) as readonly Area[];
