// The words of campaign templates: their states, whom they may speak to, and what they may ask for.

export const templateStatuses = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'] as const;

export const audienceKinds = [
  'allPeople',
  'organization',
  'committeeMembers',
  'committeeConstituents',
] as const;

export const actionKinds = ['email', 'call', 'visit', 'sign'] as const;
