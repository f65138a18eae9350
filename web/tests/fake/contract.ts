import type { Contract } from '@/features/developers/contract';

/** A small contract with a reference of each kind. */
export const contract: Contract = {
  info: { title: 'Test' },
  paths: {
    '/thing/{thingId}': {
      parameters: [{ $ref: '#/components/parameters/ThingID' }],
      put: {
        operationId: 'changeThing',
        tags: ['thing'],
        summary: 'Change a thing',
        'x-token-scope': 'orders:write',
        parameters: [{ name: 'note', in: 'query', schema: { type: 'string', maxLength: 10 } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } },
        responses: { '200': { description: 'Done' }, default: { $ref: '#/components/responses/Refused' } },
      },
      get: { operationId: 'thing', tags: ['thing'], summary: 'A thing', responses: {} },
    },
    '/build': { get: { operationId: 'build', tags: ['session'], summary: 'The build', security: [], responses: {} } },
  },
  components: {
    parameters: {
      ThingID: { name: 'thingId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    },
    responses: {
      Refused: {
        description: 'Refused',
        content: { 'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } } },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        required: ['kind', 'parts'],
        properties: {
          kind: { type: 'string', enum: ['round', 'flat'], description: 'its shape' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          size: { type: 'integer', minimum: 1, maximum: 9 },
        },
      },
    },
  },
};
