// Lets one process at a time install the packages of a folder.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Milliseconds after which a lock without a process id is one whose taker was killed in that instant. */
const NAMELESS_AGE = 5_000;

/**
 * Waits until no living process holds the folder's lock, takes it and runs the step. It is given free afterwards,
 * also when this process exits before that; one that was killed leaves a lock that the next takes away.
 * @param {string} folder
 * @param {() => Promise<void>} step
 */
export async function withInstallLock(folder, step) {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `rostrum-install-${userInfo().uid}-${key}`);
  while (!take(lock)) await new Promise((done) => setTimeout(done, 300));
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    await step();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Takes the lock; false while a process that lives holds it, and after a stale one was taken away. */
function take(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const holder = holderOf(lock);
  if (holder === undefined ? isFresh(lock) : isAlive(holder)) return false;
  // Put aside before it is judged again: of several that wait, one takes it away, and none a lock that is fresh.
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) === holder) rmSync(aside, { recursive: true, force: true });
    else renameSync(aside, lock);
  } catch {
    // Another was quicker.
  }
  return false;
}

function holderOf(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isFresh(lock) {
  try {
    return Date.now() - statSync(lock).mtimeMs < NAMELESS_AGE;
  } catch {
    return true;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
