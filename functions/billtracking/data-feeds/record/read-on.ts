// For how many days feeds read a session after its last day, by provider: bills are signed, vetoed and numbered as laws then.
export const readOnDays = {
  openStates: 180,
  congress: 60,
  /** About: LegiScan has a session until it archives it, which is usually within a year. */
  legiscan: 365,
} as const;
