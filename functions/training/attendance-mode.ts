// How a person attends a class that takes place on site and online, and how credits were earned.

export const attendanceModes = ['onSite', 'online'] as const;
export type AttendanceMode = (typeof attendanceModes)[number];

/** How credits were earned. */
export const creditModes = [...attendanceModes, 'selfStudy'] as const;
export type CreditMode = (typeof creditModes)[number];

/** A way to attend in words: "on site". */
export const describeMode = (mode: AttendanceMode): string => (mode === 'onSite' ? 'on site' : 'online');
