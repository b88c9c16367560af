// What a person can open in a browser: the API reference, the documents behind it, the error catalogue.
import type { DemoData } from './serve.ts';
import type { Mount } from './gateway.ts';

/** The pages of the platform at `address`. */
export async function pages(_address: string, _demo: DemoData): Promise<readonly Mount[]> {
  return [];
}
