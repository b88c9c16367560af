// Commands on changes that could not be handled (docs/runbooks.md#changes-are-set-aside).
import { listDeadChanges, requestRepeat } from '../../shared/change-feed/dead-changes.ts';
import type { Command, CommandContext } from './command.ts';

async function list({ platform, options, say }: CommandContext): Promise<void> {
  const found = await listDeadChanges(platform, options.tenant);
  for (const { tenant, change } of found)
    say(
      [
        `${tenant.code} ${change.id} ${change.keys}`,
        `set aside ${change.setAsideDate}${change.repeatDate ? `, to be repeated since ${change.repeatDate}` : ''}`,
        change.reason,
      ].join('; '),
    );
  say(found.length === 0 ? 'No changes are set aside.' : `${found.length} changes are set aside.`);
}

async function repeat({ platform, options, now, say }: CommandContext): Promise<void> {
  const found = await listDeadChanges(platform, options.tenant);
  let asked = 0;
  for (const { tenant, change } of found) if (await requestRepeat(tenant, change, now)) asked += 1;
  say(
    asked === 0
      ? 'No changes are set aside.'
      : `${asked} changes are being repeated; list-dead-changes names those that fail again.`,
  );
}

export const changeCommands: Readonly<Record<string, Command>> = {
  'list-dead-changes': {
    usage: '[--tenant <code>]',
    maxNames: 0,
    options: ['tenant'],
    summary: 'list the changes that could not be handled, each with its reason',
    run: list,
  },
  'repeat-dead-changes': {
    usage: '[--tenant <code>]',
    maxNames: 0,
    options: ['tenant'],
    summary: 'repeat the changes that could not be handled, once their cause is mended',
    run: repeat,
  },
};
