// Stores caught mails, one JSON file each, named so that they sort by arrival time.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const mail = z.object({
  id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  /** When it was caught, ISO 8601 UTC. */
  date: z.string(),
  text: z.string(),
  html: z.string().optional(),
  /** All header fields as they were sent, in their order; none of a mail that was caught before they were stored. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  attachments: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      bytes: z.number(),
      /** In base64; absent where a version before caught the mail. */
      content: z.string().optional(),
    }),
  ),
});

/** A caught mail. */
export type Mail = z.infer<typeof mail>;

/** An id that sorts by time: 2026-03-01T12-00-00-000Z-<random>. */
const mailId = /^[0-9TZ-]{24}-[a-z0-9]+$/;

/** The id of a mail caught at this moment. `random` is lower-case letters and digits. */
export function buildMailId(moment: Date, random: string): string {
  return `${moment.toISOString().replaceAll(/[:.]/g, '-')}-${random}`;
}

export async function saveMail(folder: string, saved: Mail): Promise<void> {
  // Renamed when complete: a concurrent list never reads half a mail.
  const part = join(folder, `${saved.id}.part`);
  await writeFile(part, `${JSON.stringify(saved, null, 2)}\n`);
  await rename(part, mailFile(folder, saved.id));
}

/** All mails, the newest first. */
export async function listMails(folder: string): Promise<Mail[]> {
  const ids = (await readdir(folder).catch(() => []))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse();
  const mails = await Promise.all(ids.map((id) => findMail(folder, id)));
  return mails.filter((found) => found !== undefined);
}

export async function findMail(folder: string, id: string): Promise<Mail | undefined> {
  if (!mailId.test(id)) return undefined;
  try {
    return mail.safeParse(JSON.parse(await readFile(mailFile(folder, id), 'utf8'))).data;
  } catch {
    return undefined;
  }
}

export async function deleteMails(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => rm(join(folder, name), { force: true })),
  );
}

function mailFile(folder: string, id: string): string {
  return join(folder, `${id}.json`);
}
