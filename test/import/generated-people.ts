// A file of invented people, as many as a test needs.

/** How many people the main job imports; test/real-data imports all officials of the fifty states. */
export const mainJobSize = 2400;

/** A CSV of people whose rows have the same size, so that only their number makes a difference. */
export function writePeopleFile(count: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const letter = (index: number): string => letters.charAt(index % letters.length);
  const rows = Array.from({ length: count }, (_, index) => {
    const last = `${letter(index * 7)}${letter(Math.floor(index / 26) * 11)}${letter(index * 3)}`;
    const number = String(index).padStart(6, '0');
    return `${number},Ada${number},${last},ada.${number}@example.org,"12 Harbor Street; Rivertown, MD 21401"`;
  });
  return ['Id,First Name,Last Name,Email,Address', ...rows].join('\n');
}
