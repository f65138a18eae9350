export type { FileChoice } from './choice';
export { DropArea } from './DropArea';
export { FileButton } from './FileButton';
export { FileInput } from './FileInput';
