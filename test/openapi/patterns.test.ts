// Patterns in the OpenAPI documents can be read by any regular expression engine.
import { describe, expect, it } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { buildOpenApiDocument, listDocumentedAreas } from '../../infra/openapi/document.ts';

const endpoints = await listEndpoints();

describe('the patterns of the OpenAPI document', () => {
  it.each(listDocumentedAreas(endpoints))(
    'of %s compile without flags, and have no Unicode properties, lookbehind or named groups',
    (area) => {
      const document = JSON.stringify(buildOpenApiDocument(area, endpoints, { servers: [] }));
      const patterns = [...document.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
        ([, text = '""']): string => JSON.parse(text),
      );
      expect(patterns.length).toBeGreaterThan(0);
      for (const pattern of patterns) {
        expect(() => new RegExp(pattern), pattern).not.toThrow();
        expect(pattern).not.toMatch(/\\[pPk]|\(\?</);
      }
    },
  );
});
