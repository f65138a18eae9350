import { Skeleton } from '@mantine/core';
import type { Version } from '@/api/generated';
import { Icon } from '@/ui';
import { useThumbnail } from './useThumbnail';
import type { Reload } from './versionLink';
import classes from './picture.module.css';

interface Props {
  name: string;
  version?: Version;
  reload: Reload;
  /** Of the icon in place of a picture, in pixels. */
  icon: number;
}

/**
 * Shows the thumbnail of a version. It fills its box, so that nothing moves when the picture is there.
 * Without one it shows the kind of the file, and says whether a picture is being made or why there is
 * none.
 */
export function VersionPicture({ name, version, reload, icon }: Props) {
  const { src, onError } = useThumbnail(version, reload);
  if (src !== undefined) return <img src={src} alt="" loading="lazy" draggable={false} onError={onError} />;
  const { state, why } = version?.picture ?? {};
  const without = state === 'none' || state === 'waiting';
  return (
    <>
      {state === 'making' && <Skeleton className={classes.making} radius={0} data-making />}
      <span className={classes.kind} data-kind title={without ? why : undefined}>
        <Icon name={version?.fileType === 'image' ? 'image' : 'file'} size={icon} />
        {/\.([a-z0-9]{2,4})$/i.exec(name)?.[1]?.toUpperCase()}
        {state === 'making' && <span className={classes.state}>A picture is being made</span>}
        {without && (
          <span className={classes.state}>
            No picture<span className="sr-only">. {why}</span>
          </span>
        )}
      </span>
    </>
  );
}
