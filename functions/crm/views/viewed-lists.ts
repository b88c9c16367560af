// The lists that views are of.

/** Their names. */
export const viewedLists = ['people', 'organizations', 'committees'] as const;
/** One of them. */
export type ViewedList = (typeof viewedLists)[number];
