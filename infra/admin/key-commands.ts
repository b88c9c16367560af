// Commands on the signing keys.
import { rotateKeys } from '../../shared/auth/tokens/rotate-keys.ts';
import { signingKeysSecret } from '../../shared/auth/tokens/secret-store.ts';
import type { Command, CommandContext } from './command.ts';

async function rotate({ platform, target, options, audit, say }: CommandContext): Promise<void> {
  await target.openSecret();
  const outcome = await rotateKeys(platform, signingKeysSecret(), audit, options.due ? 'due' : 'now');
  switch (outcome.outcome) {
    case 'created':
      return say(`The first signing keys were created: ${outcome.kids.join(', ')}.`);
    case 'rotated':
      return say(`The signing keys are rotated; published are ${outcome.kids.join(', ')}.`);
    case 'not due':
      return say('The present key has not signed for its period yet; nothing was rotated.');
    case 'too early':
      return say(
        `The next key was published too recently: rotate again from ${new Date(outcome.notBefore * 1000).toISOString()} on, when every verifier knows it.`,
      );
  }
}

export const keyCommands: Readonly<Record<string, Command>> = {
  'rotate-keys': {
    usage: '[--due]',
    maxNames: 0,
    options: ['due'],
    summary: 'make the first signing keys, or rotate them; with --due only when it is time',
    run: rotate,
  },
};
