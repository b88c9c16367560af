// Controls of the writing direction: invisible characters with which a name can be shown as another one (Unicode UAX #9).

const directionMarks = /\p{Bidi_Control}/gu;

/** Whether a text has a control of the writing direction. */
export const hasDirectionMarks = (text: string): boolean => text.search(directionMarks) >= 0;

/** The text without controls of the writing direction; letters have their direction by themselves. */
export const removeDirectionMarks = (text: string): string => text.replace(directionMarks, '');
