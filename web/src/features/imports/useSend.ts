import { useState } from 'react';
import {
  type Import,
  type ImportKind,
  partBytes,
  useAddImportPartMutation,
  useBeginImportMutation,
  useCheckImportMutation,
} from '@/api/imports';
import { apiError, sentence } from '@/api/request/envelope';

/** The largest file, in bytes. */
const mostBytes = 20 * 1024 * 1024;

/** Reads a part of a file as base64. */
function base64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
    reader.readAsDataURL(part);
  });
}

type Chosen = { kind: ImportKind; customerId?: string; file: File };

/** Sends a file in parts, and asks for its check. */
export function useSend(onSent: (one: Import) => void) {
  const [begin] = useBeginImportMutation();
  const [addPart] = useAddImportPartMutation();
  const [check] = useCheckImportMutation();
  const [percent, setPercent] = useState<number>();
  const [failure, setFailure] = useState('');

  const send = async ({ kind, customerId, file }: Chosen): Promise<void> => {
    setFailure('');
    if (file.size === 0 || file.size > mostBytes) {
      setFailure(file.size === 0 ? 'The file is empty.' : 'The file is larger than 20 MB. Split it.');
      return;
    }
    setPercent(0);
    try {
      const fileName = file.name.slice(0, 200);
      const { data } = await begin({ newImport: { kind, customerId, fileName, size: file.size } }).unwrap();
      const { id: importId, parts } = data.import;
      for (let number = 0; number < parts; number++) {
        const content = await base64(file.slice(number * partBytes, (number + 1) * partBytes));
        await addPart({ importId, number, importPart: { content } }).unwrap();
        setPercent(Math.round((100 * (number + 1)) / parts));
      }
      onSent((await check({ importId, importChoices: {} }).unwrap()).data.import);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : sentence(apiError(error)));
    } finally {
      setPercent(undefined);
    }
  };
  return { send, percent, failure };
}
