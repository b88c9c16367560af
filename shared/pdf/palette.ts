// The colors of reports.

export const ink = '#1B2F4B';
export const black = '#1D1D1B';
export const faint = '#5B6470';
export const alert = '#9A2A1F';
export const hairline = '#C9D2DC';
export const shade = '#E8EDF3';
