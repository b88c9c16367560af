// The addresses of the areas.
import type { EndpointConfig } from './endpoint.ts';

/**
 * An area's address: of its own (env TRAINING_URL, CRM_URL, IDENTITY_URL, BILLTRACKING_URL), or below the one that all
 * areas share (env BASE_URL).
 */
export function getAreaAddress(area: EndpointConfig['area']): string {
  const { [`${area.toUpperCase()}_URL`]: own, BASE_URL: base } = process.env;
  return own ?? (base === undefined ? '' : `${base}/${area}`);
}

/** The absolute URL of a path in an area. */
export const areaUrl = (area: EndpointConfig['area'], path: string): string =>
  `${getAreaAddress(area)}${path}`;
