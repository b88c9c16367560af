// Numbers in lists that are sorted by texts.

/** A number as a text that sorts as it does. */
export const sortableNumber = (value: number): string => String(value).padStart(12, '0');
