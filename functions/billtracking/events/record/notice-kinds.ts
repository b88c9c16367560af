// What notices of an event say.

/** What a notice says; `NO_LONGER_LISTED`: a source has it no longer, and another one still does. */
export const noticeKinds = [
  'ANNOUNCED',
  'MOVED',
  'PLACE_CHANGED',
  'AGENDA_CHANGED',
  'CANCELLED',
  'POSTPONED',
  'BACK',
  'NO_LONGER_LISTED',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];
