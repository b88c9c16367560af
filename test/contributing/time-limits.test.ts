// A time limit of a test or hook ends what hangs. A shorter one than the run's fails on a busy machine.
import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** A limit in milliseconds: the last argument of a test or hook, or an option of a test or of a poll. */
const limits = [
  /\b(?:before|after)(?:All|Each)\([^\n]*,\s*([\d_]{4,})\);/g,
  /^\s*\}, ([\d_]{4,})\);$/gm,
  /^\s*(\d{1,3}_\d{3}|\d{5,}),?\n\s*\);$/gm,
  /\{\s*timeout: (\d{1,3}_\d{3})\b/g,
];

it('no test and no hook has a time limit of its own that is shorter than the run’s', async () => {
  const config = await readFile('vitest.config.ts', 'utf8');
  const ofRun = Number(/hookTimeout: ([\d_]+)/.exec(config)?.[1]?.replaceAll('_', ''));
  expect(ofRun).toBeGreaterThanOrEqual(300_000);
  const shorter: string[] = [];
  for (const folder of ['functions', 'shared', 'infra', 'test'])
    for await (const file of glob(`${folder}/**/*.test.ts`))
      for (const limit of limits)
        for (const [text, found = ''] of (await readFile(file, 'utf8')).matchAll(limit))
          if (Number(found.replaceAll('_', '')) < ofRun) shorter.push(`${file}: ${text.trim()}`);
  expect(shorter).toEqual([]);
});
