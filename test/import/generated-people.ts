// A file of invented people, as many as a test needs.

/** How many people the main job imports: about as many as the officials of the fifty states. */
export const mainJobSize = 8800;

/** A CSV of people whose rows have the same size, so that only their number makes a difference. */
export function writePeopleFile(count: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const letter = (at: number): string => letters.charAt(at % letters.length);
  const rows = Array.from({ length: count }, (_, at) => {
    const last = `${letter(at * 7)}${letter(Math.floor(at / 26) * 11)}${letter(at * 3)}`;
    const number = String(at).padStart(6, '0');
    return `${number},Ada${number},${last},ada.${number}@example.org,"12 Harbor Street; Rivertown, MD 21401"`;
  });
  return ['Id,First Name,Last Name,Email,Address', ...rows].join('\n');
}
