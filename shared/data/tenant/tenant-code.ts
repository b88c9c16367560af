// The code that names a tenant.

/** A tenant's code: lower-case letters, digits and hyphens, 2 to 32 long. Made by `tenantCode()` alone. */
export type TenantCode = string & { readonly __brand: 'TenantCode' };

/** Reads a tenant code as a caller sent it (in any case); undefined when it is not valid. */
export function parseTenantCode(text: string): TenantCode | undefined {
  const folded = text.trim().toLowerCase();
  return /^[a-z0-9][a-z0-9-]{1,31}$/.test(folded) ? (folded as TenantCode) : undefined;
}
