// Prints at the start of every test run whether it includes the tests on real data.
import { hasSharedBundle } from './shared-bundle.ts';

/** Vitest's global setup. */
export default function setup(): void {
  console.log(
    hasSharedBundle
      ? 'Real data: ../shared/data is there, so test/real-data is part of this run.'
      : 'Real data: ../shared/data is not there, so test/real-data is no part of this run.',
  );
}
