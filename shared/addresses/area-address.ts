// The address of an area, from the environment.

/**
 * An area's address: of its own (env TRAINING_URL, CRM_URL, IDENTITY_URL, BILLTRACKING_URL), or below the one that all
 * areas share (env BASE_URL).
 */
export function findAreaAddress(area: string): string {
  const { [`${area.toUpperCase()}_URL`]: own, BASE_URL: base } = process.env;
  return own ?? (base === undefined ? '' : `${base}/${area}`);
}
