// Prints at the start of every test run which tests it leaves out for lack of what they need.
import { findPython } from '../clients/find-python.ts';
import { hasSharedBundle } from '../real-data/shared-bundle.ts';

/** Vitest's global setup. */
export default function setup(): void {
  console.log(
    hasSharedBundle
      ? 'Real data: ../shared/data is there, so test/real-data is part of this run.'
      : 'Real data: ../shared/data is not there, so test/real-data is no part of this run.',
  );
  if (!findPython())
    console.log(
      'Python: its packages for clients are not there, so test/clients/python-client is no part of this run.',
    );
}
