// A headless Chromium with an empty profile, set to send no requests of its own.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const executablePaths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** How long a test in a browser may take at most, in milliseconds. */
export const browserTimeout = 120_000;

/** An open browser; close it in afterAll. */
export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** @throws Error when there is no Chromium */
export async function openChromium(): Promise<Browser> {
  const executablePath = executablePaths.find((place) => place !== undefined && existsSync(place));
  if (!executablePath) {
    throw new Error('There is no Chromium: install it (apt-get install chromium), or name it in CHROMIUM.');
  }
  const profile = await mkdtemp(join(tmpdir(), 'rostrum-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: 1360, height: 900 },
    colorScheme: 'light',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  // Beside other work a page may take many times as long; what it shows does not depend on that.
  context.setDefaultTimeout(browserTimeout);
  return {
    context,
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
