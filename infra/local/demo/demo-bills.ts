// The bills that the demo tenants follow: real ones, entered by hand as public facts, and samples that say so. What the tenants make of them
// (status, position, tags, analysis) is invented, as the tenants are. Votes of real legislators are left out.
import type { DemoBills } from './demo-bill.ts';
import { harborBills } from './demo-bills-maryland.ts';
import { cascadiaBills } from './demo-bills-washington.ts';

/** By the code of the tenant. */
export const demoBills: Readonly<Record<string, DemoBills>> = { demo: cascadiaBills, harbor: harborBills };
