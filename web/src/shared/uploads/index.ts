export { StorageMeter } from './StorageMeter';
export { nameLimit, UploadList } from './UploadList';
export { under, useUploads } from './useUploads';
