// Lets one process at a time install the packages of a folder.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

const remove = (folder) => rmSync(folder, { recursive: true, force: true });

/**
 * Waits until no running process has the folder's lock, takes it and runs the step. The lock is removed afterwards,
 * also when this process exits before that; the lock of a killed process is removed by the next one.
 * @param {string} folder
 * @param {() => Promise<void>} step
 */
export async function withInstallLock(folder, step) {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `rostrum-install-${userInfo().uid}-${key}`);
  while (!takeLock(lock)) await new Promise((resolve) => setTimeout(resolve, 300));
  const release = () => remove(lock);
  process.once('exit', release);
  try {
    await step();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Takes the lock; false while another process has it, and after the lock of a killed process was removed. */
function takeLock(lock) {
  // Renamed when complete: a lock always names its process, and a rename never replaces another's lock.
  const own = `${lock}-${process.pid}`;
  remove(own);
  mkdirSync(own);
  writeFileSync(join(own, 'pid'), String(process.pid));
  try {
    renameSync(own, lock);
    return true;
  } catch (error) {
    remove(own);
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code)) throw error;
  }
  const holder = readHolder(lock);
  if (holder !== undefined && !isAlive(holder)) removeStaleLock(lock, holder, own);
  return false;
}

/** Of several processes that wait, one removes the lock; a lock that was taken meanwhile is put back. */
function removeStaleLock(lock, holder, aside) {
  try {
    renameSync(lock, aside);
    if (readHolder(aside) === holder) remove(aside);
    else renameSync(aside, lock);
  } catch {
    // Another was quicker.
  }
}

function readHolder(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    return undefined;
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
