// A headless Chromium, set to send no requests of its own: one for all test files of a process.
import { existsSync } from 'node:fs';
import { type BrowserContext, chromium } from 'playwright-core';

const executablePaths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** How long a test in a browser may take at most, in milliseconds. */
export const browserTimeout = 240_000;

/** An open browser without cookies; close it in afterAll. */
export interface Browser {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

let running: BrowserContext | undefined;

/** Ends with this process, in whichever way that ends. */
async function launchChromium(): Promise<BrowserContext> {
  const executablePath = executablePaths.find((place) => place !== undefined && existsSync(place));
  if (!executablePath) {
    throw new Error('There is no Chromium: install it (apt-get install chromium), or name it in CHROMIUM.');
  }
  // Only a browser with a profile keeps the scripts that it compiled.
  const newProfile = '';
  const context = await chromium.launchPersistentContext(newProfile, {
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
  // One that crashes is replaced.
  context.once('close', () => {
    running = undefined;
  });
  return context;
}

/** @throws Error when there is no Chromium */
export async function openChromium(): Promise<Browser> {
  running ??= await launchChromium();
  const context = running;
  return {
    context,
    async close() {
      const others = context.browser()?.contexts() ?? [];
      await Promise.all(others.filter((other) => other !== context).map((other) => other.close()));
      // Without a page Chromium ends.
      await context.newPage();
      await Promise.all(
        context
          .pages()
          .slice(0, -1)
          .map((page) => page.close()),
      );
      await context.clearCookies();
    },
  };
}
