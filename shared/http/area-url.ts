// The addresses of the areas.
import { findAreaAddress } from '../addresses/area-address.ts';
import type { EndpointConfig } from './endpoint.ts';

/** An area's address. */
export const getAreaAddress = (area: EndpointConfig['area']): string => findAreaAddress(area);

/** The absolute URL of a path in an area. */
export const areaUrl = (area: EndpointConfig['area'], path: string): string =>
  `${getAreaAddress(area)}${path}`;
