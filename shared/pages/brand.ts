// Whose pages and mails they are: the name, the logo and the colour of a tenant.
import type { TenantItem } from '../auth/accounts/records.ts';
import { getReadableInk } from './colors.ts';

/** Whose page it looks like. */
export interface Brand {
  readonly name: string;
  readonly logoUrl?: string | undefined;
  /** `#rrggbb` */
  readonly color?: string | undefined;
}

/** The look of a tenant's pages. */
export const getBrand = ({ name, branding }: Pick<TenantItem, 'name' | 'branding'>): Brand => ({
  name,
  ...branding,
});

/** The rule of a style sheet that gives buttons the tenant's colour, with an ink that can be read on it; blank without one. */
export const buildColorRule = ({ color }: Pick<Brand, 'color'>): string =>
  color === undefined ? '' : `:root { --button: ${color}; --on-button: ${getReadableInk(color)}; }\n`;

/**
 * The source of a content security policy that admits an address: its origin, or its scheme where it has none. A host
 * with a comma or a semicolon, which would end the directive, is admitted by no source.
 */
export function toSource(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { origin, protocol } = new URL(address);
  return /[,;]/.test(origin) ? [] : [origin === 'null' ? protocol : origin];
}

/** The directive of a content security policy that admits the logo; none without one. */
export const buildLogoPolicy = ({ logoUrl }: Pick<Brand, 'logoUrl'>): string[] =>
  logoUrl === undefined ? [] : [`img-src ${toSource(logoUrl).join(' ') || "'none'"}`];
