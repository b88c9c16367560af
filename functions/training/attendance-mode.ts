// How somebody attends a class that takes place on site and online.

export const attendanceModes = ['onSite', 'online'] as const;
export type AttendanceMode = (typeof attendanceModes)[number];

/** A way to attend in words: "on site". */
export const describeMode = (mode: AttendanceMode): string => (mode === 'onSite' ? 'on site' : 'online');
