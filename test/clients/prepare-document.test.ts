// What the generator of Python clients reads: fields that are called like a part of OpenAPI stay, examples go.
import { expect, it } from 'vitest';
import { prepareDocument, protectDocument } from '../../clients/python/prepare-document.ts';

const field = {
  type: 'array',
  items: { type: 'string', const: 'urn:ietf:params:scim:schemas:core:2.0:User' },
};
const document = {
  paths: { '/Users': { get: { example: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'] } } } },
  components: {
    schemas: { User: { properties: { schemas: field, example: { type: 'string', pattern: '^a$' } } } },
  },
};

it('hides a field called schemas, and every example, from the converter', () => {
  const hidden = protectDocument(document);
  expect(hidden).toMatchObject({
    paths: { '/Users': { get: {} } },
    components: { schemas: { User: { properties: { 'x-field-schemas': field } } } },
  });
  expect(JSON.stringify(hidden)).not.toContain('"schemas":[');
});

it('names the field again for the generator', () => {
  const { const: name, ...rest } = field.items;
  expect(prepareDocument(protectDocument(document))).toEqual({
    paths: { '/Users': { get: {} } },
    components: {
      schemas: {
        User: {
          properties: {
            schemas: { ...field, items: { ...rest, enum: [name] } },
            example: { type: 'string' },
          },
        },
      },
    },
  });
});
