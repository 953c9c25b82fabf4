import { z } from 'zod';

import { refusing } from '../../core/refusing.js';
import type { InputFile } from '../../core/tool.js';
import type { StructureAnswer } from '../../engines/json/json-schema.js';
import { checkOpenApi } from '../../engines/openapi-schemas.js';
import { type PlacedDocument, readPlacedDocument } from '../../formats/placed-document.js';
import { readTextSource, type TextSource } from '../../formats/text-source.js';
import { type ApiDocument, openApiDocument } from '../../lib/openapi/document.js';

export const API_FILES = { min: 0, max: 1, formats: ['.json', '.yaml', '.yml'] };

/** A description of an API as it was sent. */
export interface ApiSource {
  readonly source: TextSource;
  readonly placed: PlacedDocument;
  readonly api: ApiDocument;
  readonly sentence: string;
}

export async function readApi(request: {
  readonly input: string;
  readonly files: readonly InputFile[];
}): Promise<ApiSource> {
  const source = await readTextSource(request);
  const placed = readPlacedDocument(source);
  const sentence = `Cannot read ${source.label} as OpenAPI`;
  return { source, placed, sentence, api: refusing(sentence, () => openApiDocument(placed.value)) };
}

export const structureOf = ({ api, source, sentence }: ApiSource): StructureAnswer =>
  refusing(sentence, () => checkOpenApi(api, source.label));

/** What a list of operations holds. */
export const operationList = z.object({
  operations: z
    .array(
      z.object({
        path: z.string().describe('Path, name of a webhook or expression of a callback.'),
        method: z.string().describe('HTTP method.'),
        kind: z.enum(['path', 'webhook', 'callback', 'component']).describe('Where it is declared.'),
        operationId: z.string().nullable().describe('Its operationId, or null.'),
        summary: z.string().nullable().describe('Its summary, or null.'),
        tags: z.array(z.string()).describe('Its tags.'),
        parameters: z
          .array(
            z.object({
              name: z.string().describe('Name of the parameter.'),
              in: z.string().describe('Where it is sent: path, query, header, cookie, body, formData.'),
              required: z.boolean().describe('Whether it is required.'),
            }),
          )
          .describe('Parameters, those of the path too.'),
        requestTypes: z.array(z.string()).describe('Media types of the request body.'),
        responses: z.array(z.string()).describe('Status codes of its responses.'),
        security: z.array(z.string()).describe('Security schemes it may be called with.'),
        deprecated: z.boolean().describe('Whether it is deprecated.'),
      }),
    )
    .describe('Operations in the order of the document.'),
});
