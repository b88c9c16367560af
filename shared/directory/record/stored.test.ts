// The system's own attributes overwrite those of a record's content, so no content may use their names.
import { expect, test } from 'vitest';
import { committees, memberships, organizations, people } from '../writing/collection.ts';
import { nextVersion } from './stored.ts';

const own = Object.keys(nextVersion('x', 'id', {}, undefined, new Date(0)));

test.each([people, organizations, committees, memberships])('content of a $type', ({ schema }) => {
  expect(own).toEqual(expect.arrayContaining(['type', 'id', 'version', 'createdDate', 'modifiedDate']));
  expect(Object.keys(schema.shape).filter((name) => own.includes(name))).toEqual([]);
});
