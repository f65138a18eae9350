import type { FileKinds } from '@/lib/files/upload';
import { toast } from '@/ui';

/** What can be chosen, and who gets the files. The button and the drop area of a place share it. */
export type FileChoice = {
  kinds: FileKinds;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
};

/** Hands over files that were chosen or dropped. Where only one can be chosen, several are refused. */
export function take({ multiple, onFiles }: FileChoice, files: File[]): void {
  if (files.length > 1 && !multiple) {
    toast({ type: 'WARNING', title: 'One file only', message: 'Only one file can be chosen here.' });
  } else if (files.length > 0) {
    onFiles(files);
  }
}
