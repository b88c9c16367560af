// Finds the Python that generated clients run in.
import { spawnSync } from 'node:child_process';

/** The first Python that has what generated clients import; Debian's own is not always the first in the path. */
export function findPython(): string | undefined {
  const check = ['-c', 'import urllib3, six, certifi, dateutil'];
  return ['python3', '/usr/bin/python3'].find((python) => spawnSync(python, check).status === 0);
}
