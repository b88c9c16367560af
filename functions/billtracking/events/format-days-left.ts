// How far a key date is, in words.
export const formatDaysLeft = (days: number): string =>
  days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
