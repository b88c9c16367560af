// The enumerations of campaign templates: statuses, kinds of audiences and kinds of calls to action.

export const templateStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'] as const;

export const audienceKinds = [
  'allPeople',
  'organization',
  'committeeMembers',
  'committeeConstituents',
] as const;

export const actionKinds = ['email', 'call', 'visit', 'sign'] as const;
