// Folders do not import each other in circles (ARCHITECTURE.md), so that each can be understood with those below it.
//
// A folder here includes the folders in it. Tests are left out, because a test may use what uses its folder; that is why
// this is a cruise of its own. test/contributing/folders.test.ts holds the same for the files directly in a folder.
import boundaries from './.dependency-cruiser.mjs';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-folder-circles',
      comment: 'Move what both folders need into a folder that imports neither. Types count too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(functions|shared|infra)' },
      to: { circular: true },
    },
  ],
  options: { ...boundaries.options, exclude: { path: '\\.test\\.ts$' } },
};
