// Commands on the table as a whole, for updates from earlier versions.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { listTables } from '../../shared/data/tables.ts';
import { indexDueWork } from '../local/database/index-due-work.ts';
import type { Command, CommandContext } from './command.ts';

async function indexWork({ say, now }: CommandContext): Promise<void> {
  const client = new DynamoDBClient({});
  try {
    let indexed = 0;
    for (const table of listTables()) indexed += await indexDueWork(client, table, now);
    say(`${indexed} items that an earlier version stored are now found by when they are due.`);
  } finally {
    client.destroy();
  }
}

export const tableCommands: Readonly<Record<string, Command>> = {
  'index-due-work': {
    usage: '',
    maxNames: 0,
    options: [],
    summary: 'put timers, mails and runs that an earlier version stored into the index of what is due',
    run: indexWork,
  },
};
