// The addresses of the areas.
import type { EndpointConfig } from './endpoint.ts';

/** The absolute URL of a path in an area (env TRAINING_URL, CRM_URL, IDENTITY_URL, BILLTRACKING_URL). */
export const areaUrl = (area: EndpointConfig['area'], path: string): string =>
  `${process.env[`${area.toUpperCase()}_URL`] ?? ''}${path}`;
