// Lets attempts to sign in be older than the time in which they may still succeed.
import { onTestFinished, vi } from 'vitest';

/** Moves the clock of this process until the test ends: an attempt beyond the limit is refused at once. */
export function settleAttempts(): void {
  vi.setSystemTime(Date.now() + 5_000);
  onTestFinished(() => void vi.useRealTimers());
}
