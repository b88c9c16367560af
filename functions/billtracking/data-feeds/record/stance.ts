// What an account of LegiScan thinks of a bill (API User Manual, Static Values: stance 0, 1, 2).
export const stances = ['WATCH', 'SUPPORT', 'OPPOSE'] as const;
export type Stance = (typeof stances)[number];
