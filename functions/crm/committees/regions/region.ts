// A region: what a request makes of it, and its form in the interface.
import {
  type RegionContent,
  type RegionItem,
  regions,
} from '../../../../shared/directory/committees/committee-definitions.ts';
import { type PresentedKind, presentRecord } from '../definitions/definition.ts';
import type { RegionInput } from './contract.ts';

/** The content that a request asks for. */
export const buildRegion = ({ name, isActive = true }: RegionInput): RegionContent => ({
  name,
  ...(isActive ? {} : { isActive }),
});

/** The region in the interface's form. */
export const presentRegion = (region: RegionItem, tenantCode: string) => presentRecord(region, tenantCode);

export const regionKind: PresentedKind<
  RegionContent,
  RegionItem['type'],
  ReturnType<typeof presentRegion>
> = {
  kind: regions,
  path: '/api/v1/TenantRegion',
  parameter: 'regionId',
  present: presentRegion,
};
